package poollab.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import poollab.clientpool.CounterFile;

/**
 * A second process of the application: a JVM with this one's class path and a small heap. It talks over its standard
 * streams, and must end when its standard input does, so that it never outlives this JVM.
 */
public final class ChildJvm implements AutoCloseable {
    /**
     * Flags of an instance of which many must fit on one machine. The light compiler alone: twelve that compile fully at the
     * same time leave a small machine little for the load, and take a quarter more memory.
     */
    public static final List<String> ONE_OF_MANY = List.of("-Xmx48m", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

    private static final int KEPT = 4_000;

    private final Process process;
    private final BufferedReader output;
    private final StringBuilder errors = new StringBuilder();
    private final Thread drain;

    /** @param arguments visible to every user of this machine: no passwords */
    public ChildJvm(Class<?> main, List<String> arguments) throws IOException {
        this(main, arguments, List.of("-XX:TieredStopAtLevel=1", "-Xmx64m"));
    }

    /** @param flags of the JVM, its heap among them: the standard ones are for a small and short-lived process */
    public ChildJvm(Class<?> main, List<String> arguments, List<String> flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(flags);
        command.addAll(CounterFile.flagsForChild(main.getSimpleName().toLowerCase(Locale.ROOT)));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        process = new ProcessBuilder(command).start();
        output = process.inputReader(StandardCharsets.UTF_8);
        drain = Thread.ofVirtual().start(this::drainErrors);
    }

    /** Keeps the first of what the process complains about, and lets it write the rest. */
    private void drainErrors() {
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine())
                if (errors.length() < KEPT) errors.append(line).append('\n');
        } catch (IOException e) {
            // The process is gone.
        }
    }

    public synchronized void send(String line) throws IOException {
        var writer = process.outputWriter(StandardCharsets.UTF_8);
        writer.write(line + "\n");
        writer.flush();
    }

    /**
     * The next line that the process prints.
     *
     * @throws IOException when it ended instead; the message carries its exit code and what it printed as error
     */
    public String receive() throws IOException {
        String line = output.readLine();
        if (line != null) return line;
        throw new IOException("the process ended early (" + lastWords() + ")");
    }

    /** Waits for the end of a process that closed its output. */
    private String lastWords() {
        try {
            if (!process.waitFor(3, TimeUnit.SECONDS)) process.destroyForcibly();
            drain.join();
            return ("exit code " + process.waitFor() + ": " + errors.toString().strip()).replaceAll(": $", "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Ends the process at once. */
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        try {
            process.outputWriter(StandardCharsets.UTF_8).close();
            if (!process.waitFor(3, TimeUnit.SECONDS)) process.destroyForcibly();
        } catch (IOException e) {
            // It ended by itself.
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        process.onExit().completeOnTimeout(process, 1, TimeUnit.SECONDS).join();
        CounterFile.forget(process.pid());
    }
}
