package poollab.console.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The packaged launcher as a process, with a home of its own. */
final class LabProcess implements AutoCloseable {
    static final Path ROOT = Path.of(System.getProperty("lab.root")).toAbsolutePath().normalize();
    /** Unpacking and initdb once for all these tests. */
    static final Path CACHE = ROOT.resolve("labs/kit/target/lab-cache");

    private static final Duration PATIENCE = Duration.ofSeconds(45);

    final Process process;
    private final Path out;
    private final Path err;

    private LabProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static LabProcess start(Path home, String... arguments) throws IOException {
        return start(home, CACHE, List.of(), arguments);
    }

    /** @param before a command that starts the launcher as somebody else, or nothing */
    static LabProcess start(Path home, Path cache, List<String> before, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(ROOT.resolve("lab").toString());
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("lab-", ".out");
        Path err = Files.createTempFile("lab-", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("LAB_HOME", home.toString());
        builder.environment().put("LAB_CACHE", cache.toString());
        builder.environment().put("LANG", "C.UTF-8");
        Process process = builder.start();
        process.getOutputStream().close();
        return new LabProcess(process, out, err);
    }

    /** Waits until the output holds this text. */
    void says(String text) throws Exception {
        await(() -> out().contains(text), "the output never said: " + text + "\n" + out() + err());
    }

    /** Waits for the end; returns the exit code. */
    int exit() throws Exception {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) throw new AssertionError("hangs:\n" + out() + err());
        return process.exitValue();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Sends a signal to the launcher's process, which the JVM has become. */
    void signal(String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
    }

    /** Processes whose command line names this home, this machine over. */
    static List<String> processesOf(Path home) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            all.forEach(handle -> {
                Path commandLine = Path.of("/proc", String.valueOf(handle.pid()), "cmdline");
                try {
                    String line = Files.readString(commandLine).replace('\0', ' ');
                    if (line.contains(home.toString())) found.add(handle.pid() + " " + line);
                } catch (IOException e) {
                    // It ended in the meantime.
                }
            });
        }
        return found;
    }

    static List<Path> sessionsIn(Path home) throws IOException {
        Path sessions = home.resolve("sessions");
        if (!Files.isDirectory(sessions)) return List.of();
        try (Stream<Path> entries = Files.list(sessions)) {
            // The mutex of the sweep stays.
            return entries.filter(entry -> !entry.endsWith(".lock")).toList();
        }
    }

    interface Condition {
        boolean holds() throws Exception;
    }

    static void await(Condition condition, String complaint) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) throw new AssertionError(complaint);
            Thread.sleep(20);
        }
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        Files.deleteIfExists(out);
        Files.deleteIfExists(err);
    }
}
