package poollab.pooler.log;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** The log: lines as PgBouncer writes them, each written through at once. No line ever has a secret in it. */
public final class Log implements Closeable {
    /** Ordered from what always matters to what only a developer wants. */
    public enum Level { FATAL, ERROR, WARNING, LOG, DEBUG, NOISE }

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS zzz").withZone(ZoneId.systemDefault());

    private final long pid = ProcessHandle.current().pid();
    private final PrintStream console;
    private OutputStream file;
    private Path path;
    private int verbose;

    /** @param console where lines go besides the file; null for nowhere */
    public Log(PrintStream console) {
        this.console = console;
    }

    /** @param verbose 0: no debugging lines, 1: DEBUG, 2 and more: NOISE too */
    public void verbose(int verbose) {
        this.verbose = verbose;
    }

    public int verbose() {
        return verbose;
    }

    /** Writes to this file from now on, at its end; null for none. Opens it anew when it is the same: it may have been rotated. */
    public synchronized void file(Path path) throws IOException {
        OutputStream fresh = path == null ? null : Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        close();
        file = fresh;
        this.path = path;
    }

    public boolean shows(Level level) {
        return level.compareTo(Level.LOG) <= 0 || verbose > level.ordinal() - Level.DEBUG.ordinal();
    }

    public void info(String text) {
        write(Level.LOG, text);
    }

    public void warning(String text) {
        write(Level.WARNING, text);
    }

    public void error(String text) {
        write(Level.ERROR, text);
    }

    public void write(Level level, String text) {
        if (!shows(level)) return;
        String line = TIME.format(Instant.now()) + " [" + pid + "] " + level + " " + text + "\n";
        synchronized (this) {
            if (console != null) console.print(line);
            if (file == null) return;
            try {
                file.write(line.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                System.err.println("cannot write the log " + path + ": " + e.getMessage());
            }
        }
    }

    /** How a defect of the pooler's own is told. */
    public static String text(RuntimeException defect) {
        StringBuilder text = new StringBuilder("internal error: ").append(defect);
        for (StackTraceElement frame : defect.getStackTrace()) text.append("\n    at ").append(frame);
        return text.toString();
    }

    @Override
    public synchronized void close() {
        try {
            if (file != null) file.close();
        } catch (IOException e) {
            // Each line was written when it came.
        }
        file = null;
    }
}
