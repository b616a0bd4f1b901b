package poollab.console.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that has ended. */
record Ran(int exit, String out, String err) {
    /** A process that may still run. */
    record Running(Process process, Path out, Path err) {
        Ran end() {
            try {
                if (!process.waitFor(60, TimeUnit.SECONDS)) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                    throw new AssertionError("hangs; so far:\n" + read(out) + read(err));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
            return new Ran(process.exitValue(), read(out), read(err));
        }
    }

    static Running start(ProcessBuilder builder) {
        try {
            Path out = Files.createTempFile("lab-", ".out");
            Path err = Files.createTempFile("lab-", ".err");
            out.toFile().deleteOnExit();
            err.toFile().deleteOnExit();
            Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
            process.getOutputStream().close();
            return new Running(process, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Ran run(List<String> command) {
        return start(new ProcessBuilder(command)).end();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
