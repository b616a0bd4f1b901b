package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import poollab.pooler.Main;

/** The pooler as its users start it: a process of its own, with a command line and signals. */
final class PoolerProcess implements AutoCloseable {
    private final Process process;
    private final Path output;

    private PoolerProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static PoolerProcess start(Path folder, String... arguments) {
        return start(List.of("-Xmx128m"), folder, arguments);
    }

    /** @param flags of the JVM, how much heap it may take among them */
    static PoolerProcess start(List<String> flags, Path folder, String... arguments) {
        try {
            Path output = Files.createTempFile(folder, "output", ".txt");
            // The shell that a build runs in may have told its children to ignore signals.
            List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,QUIT,HUP,TERM,USR1,USR2",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                    "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path")));
            command.addAll(flags);
            command.add(Main.class.getName());
            command.addAll(List.of(arguments));
            return new PoolerProcess(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it and waits until it serves. */
    static PoolerProcess serving(Path folder, String... arguments) {
        return serving(start(folder, arguments));
    }

    static PoolerProcess serving(PoolerProcess pooler) {
        Pause.until("the pooler is up", () -> pooler.output().contains("process up") || !pooler.process.isAlive());
        if (!pooler.process.isAlive()) throw new AssertionError(pooler.output());
        return pooler;
    }

    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).inheritIO().start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Its exit code, once it has ended by itself. */
    int exitCode() {
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) throw new AssertionError("it does not end: " + output());
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    String output() {
        try {
            return Files.readString(output, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
