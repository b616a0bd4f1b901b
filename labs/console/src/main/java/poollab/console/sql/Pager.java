package poollab.console.sql;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Holds output back until it is longer than the screen, then hands it to the learner's pager. A pager that is quit early
 * ends the output, and is no error.
 */
public final class Pager extends OutputStream {
    private final PrintStream screen;
    private final int rows;
    private final String command;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private int lines;
    private Process process;
    private boolean quit;

    private Pager(PrintStream screen, int rows, String command) {
        this.screen = screen;
        this.rows = rows;
        this.command = command;
    }

    /** PAGER, else less where it is installed; empty when there is none, or the screen has no end ({@code rows} 0). */
    public static Optional<Pager> of(PrintStream screen, int rows, Map<String, String> environment) {
        if (rows <= 0) return Optional.empty();
        String wanted = environment.getOrDefault("PAGER", "");
        if (!wanted.isBlank()) return Optional.of(new Pager(screen, rows, wanted));
        for (String folder : environment.getOrDefault("PATH", "").split(java.io.File.pathSeparator))
            if (Files.isExecutable(Path.of(folder, "less"))) return Optional.of(new Pager(screen, rows, "less -SFRX"));
        return Optional.empty();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (quit) return;
        if (process != null) {
            pass(bytes, from, length);
            return;
        }
        held.write(bytes, from, length);
        for (int i = from; i < from + length; i++) if (bytes[i] == '\n') lines++;
        if (lines < rows - 1) return;
        process = new ProcessBuilder("sh", "-c", command)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        pass(held.toByteArray(), 0, held.size());
    }

    private void pass(byte[] bytes, int from, int length) {
        try {
            process.getOutputStream().write(bytes, from, length);
        } catch (IOException e) {
            quit = true;
        }
    }

    /** Shows what was held back, or waits until the learner leaves the pager. */
    @Override
    public void close() throws IOException {
        if (process == null) {
            screen.write(held.toByteArray());
            screen.flush();
            return;
        }
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // Quit early.
        }
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
