package poollab.console.snippet;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import poollab.console.snippet.Frame.Kind;
import poollab.report.Ink;

/**
 * What the learner sees of a snippet: its output line by line as it comes, then what it came to. A snippet may print
 * without end; only so much of it is shown, and the rest is counted and forgotten.
 */
final class Output {
    private static final int MOST_LINES = 1_000;
    private static final int MOST_BYTES = 256 << 10;
    /** A longer line is cut. */
    private static final int LONGEST_LINE = 2_000;

    private final PrintStream out;
    private final Ink ink;
    private final byte[] line = new byte[LONGEST_LINE];
    private int lineLength;
    private boolean lineCut;
    private int lines;
    private long bytes;
    private long hiddenLines;
    private long hiddenBytes;

    Output(PrintStream out, Ink ink) {
        this.out = out;
        this.ink = ink;
    }

    /** A snippet begins: the limits count from here. */
    synchronized void begin() {
        lines = 0;
        bytes = 0;
        hiddenLines = 0;
        hiddenBytes = 0;
    }

    /** Takes what a snippet printed. */
    synchronized void printed(byte[] chunk) {
        for (byte b : chunk) {
            if (lines >= MOST_LINES || bytes >= MOST_BYTES) hide(b);
            else show(b);
        }
        out.flush();
    }

    private void show(byte b) {
        bytes++;
        if (b == '\n') {
            finishLine();
        } else if (lineLength < LONGEST_LINE) {
            line[lineLength++] = b;
        } else {
            lineCut = true;
        }
    }

    private void hide(byte b) {
        if (hiddenBytes == 0) {
            if (lineLength > 0) finishLine();
            println(ink.dim(ink.plain(String.format(
                    Locale.ROOT, "… it prints more than is shown here: %,d lines or %,d kB", MOST_LINES, MOST_BYTES >> 10))));
        }
        hiddenBytes++;
        if (b == '\n') hiddenLines++;
    }

    private void finishLine() {
        // Carriage returns of a Windows line end would blank the line on some terminals.
        int end = lineLength > 0 && line[lineLength - 1] == '\r' ? lineLength - 1 : lineLength;
        println(ink.plain(new String(line, 0, end, StandardCharsets.UTF_8) + (lineCut ? "…" : "")));
        lines++;
        lineLength = 0;
        lineCut = false;
    }

    /** Says something about the snippet, on lines of its own. */
    synchronized void tell(Kind kind, String text) {
        if (lineLength > 0) finishLine();
        String[] told = ink.plain(text).split("\n", -1);
        for (int i = 0; i < told.length; i++) println(styled(kind, told[i], i == 0));
        out.flush();
    }

    private String styled(Kind kind, String text, boolean first) {
        return switch (kind) {
            case NOTE -> ink.dim(text);
            case WARNING -> first ? ink.warning(text) : text;
            case ERROR -> first ? ink.bad(text) : text;
            default -> text;
        };
    }

    /** The snippet ended: shows a line it left unfinished, and how much was not shown. */
    synchronized void end() {
        if (lineLength > 0) finishLine();
        if (hiddenBytes > 0) {
            println(ink.dim(ink.plain(String.format(
                    Locale.ROOT, "… %,d more lines (%,d kB) were not shown", hiddenLines, (hiddenBytes + 1023) >> 10))));
        }
        out.flush();
    }

    private void println(String text) {
        out.println(text);
    }
}
