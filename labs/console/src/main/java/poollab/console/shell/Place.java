package poollab.console.shell;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jline.utils.Status;
import poollab.console.session.Terminal;
import poollab.report.Ink;
import poollab.report.Screen;

/** Where the console prints: a terminal that may be resized, or a pipe. */
final class Place {
    /** Fewer are too precious for a line that nobody needs. */
    private static final int LEAST_ROWS = 20;

    private final Terminal facts;
    private final PrintStream out;
    private final org.jline.terminal.Terminal terminal;

    /** Output into a pipe or a file. */
    Place(Terminal facts, PrintStream out) {
        this.facts = facts;
        this.out = out;
        this.terminal = null;
    }

    Place(Terminal facts, org.jline.terminal.Terminal terminal) {
        this.facts = facts;
        this.out = new PrintStream(terminal.output(), true, StandardCharsets.UTF_8);
        this.terminal = terminal;
    }

    /** What is known of it, with the width of this moment. */
    Terminal facts() {
        if (terminal == null || terminal.getSize().getColumns() <= 0) return facts;
        return facts.withColumns(terminal.getSize().getColumns());
    }

    PrintStream out() {
        return out;
    }

    Screen screen() {
        return facts().screen(out);
    }

    /** Rows of the terminal above the status line; 0 where output has no end. */
    int rows() {
        if (terminal == null || facts.dumb()) return 0;
        return terminal.getSize().getRows() - (capable() ? 1 : 0);
    }

    /** Takes back the line above the cursor, where that can be done: a question that was answered. */
    void eraseLineAbove() {
        if (terminal == null || facts.dumb()) return;
        out.print("\u001b[A\r\u001b[K");
        out.flush();
    }

    /**
     * Shows a line at the bottom of the screen, below everything that scrolls. Nothing depends on it: a terminal that
     * cannot keep a line does without.
     */
    void status(String text) {
        if (!capable()) return;
        Status line = Status.getStatus(terminal);
        if (line == null) return;
        AttributedStyle style = facts.colour() ? AttributedStyle.DEFAULT.faint() : AttributedStyle.DEFAULT;
        line.update(text.isEmpty() ? List.of() : List.of(new AttributedString(fitting(text), style)));
    }

    private boolean capable() {
        return terminal != null && !facts.dumb() && terminal.getSize().getRows() >= LEAST_ROWS;
    }

    private String fitting(String text) {
        String shown = facts.ascii() ? new Ink(false, true).plain(text) : text;
        int room = terminal.getSize().getColumns() - 1;
        return shown.length() <= room ? shown : shown.substring(0, room);
    }

    /** The time of day. */
    String clock() {
        return LocalTime.now().format(DateTimeFormatter.ofPattern("HH:mm:ss"));
    }

    /** Empties the screen, where that can be done. */
    boolean clear() {
        if (terminal == null || facts.dumb()) return false;
        out.print("\u001b[H\u001b[2J");
        out.flush();
        Status line = Status.getStatus(terminal);
        if (line != null) line.redraw();
        return true;
    }
}
