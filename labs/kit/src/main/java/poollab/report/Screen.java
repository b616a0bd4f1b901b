package poollab.report;

import java.io.PrintStream;
import java.util.regex.Pattern;

/**
 * Where a run is told: a terminal or a pipe, and its transcript. The transcript gets the same lines without colours
 * and passing things. On a terminal one line at the bottom may show what is going on at the moment.
 */
public final class Screen {
    private static final Pattern STYLE = Pattern.compile("\u001b\\[[0-9;]*m");

    private final PrintStream out;
    private final int width;
    private final boolean live;
    private final Ink ink;
    private final StringBuilder transcript = new StringBuilder();
    private String passing = "";

    /**
     * @param width columns
     * @param live whether a line can be overwritten
     */
    public Screen(PrintStream out, int width, boolean live, Ink ink) {
        this.out = out;
        this.width = width;
        this.live = live;
        this.ink = ink;
    }

    public Ink ink() {
        return ink;
    }

    public int width() {
        return width;
    }

    public synchronized void line(String text) {
        clearPassing();
        out.println(ink.plain(text));
        transcript.append(STYLE.matcher(text).replaceAll("")).append('\n');
    }

    public void blank() {
        line("");
    }

    /** Shows a line that the next one overwrites. Does nothing where that is impossible. */
    public synchronized void passing(String text) {
        if (!live || text.equals(passing)) return;
        clearPassing();
        // One column stays free: a full line would wrap on some terminals.
        String fitting = text.length() < width ? text : text.substring(0, Math.max(0, width - 1));
        out.print(ink.dim(ink.plain(fitting)));
        out.flush();
        passing = text;
    }

    public synchronized void clearPassing() {
        if (passing.isEmpty()) return;
        out.print("\r\u001b[K");
        out.flush();
        passing = "";
    }

    /** Everything told so far, without colours. */
    public synchronized String transcript() {
        return transcript.toString();
    }
}
