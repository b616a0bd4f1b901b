package poollab.report;

import java.io.PrintStream;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where a run is told: a terminal or a pipe, and its transcript. The transcript gets the same lines without colours
 * and passing things. On a terminal a few lines at the bottom may show what is going on at the moment.
 */
public final class Screen {
    private static final Pattern STYLE = Pattern.compile("\u001b\\[[0-9;]*m");

    private final PrintStream out;
    private final int width;
    private final boolean live;
    private final Ink ink;
    private final StringBuilder transcript = new StringBuilder();
    private List<String> passing = List.of();

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

    /** Shows lines that whatever comes next overwrites. Does nothing where that is impossible. */
    public synchronized void passing(String... texts) {
        List<String> lines = List.of(texts);
        if (!live || lines.equals(passing)) return;
        clearPassing();
        out.print(lines.stream().map(line -> ink.dim(fitting(ink.plain(line)))).collect(Collectors.joining("\n")));
        out.flush();
        passing = lines;
    }

    /** One column stays free: a full line would wrap on some terminals. */
    private String fitting(String text) {
        return text.length() < width ? text : text.substring(0, Math.max(0, width - 1));
    }

    public synchronized void clearPassing() {
        if (passing.isEmpty()) return;
        out.print("\r\u001b[K" + "\u001b[A\u001b[K".repeat(passing.size() - 1));
        out.flush();
        passing = List.of();
    }

    /** Everything told so far, without colours. */
    public synchronized String transcript() {
        return transcript.toString();
    }
}
