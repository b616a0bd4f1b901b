package poollab.console.shell;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import poollab.console.session.Terminal;
import poollab.report.Screen;

/** Where the console prints: a terminal that may be resized, or a pipe. */
final class Place {
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

    /** Rows of the terminal; 0 where output has no end. */
    int rows() {
        return terminal == null || facts.dumb() ? 0 : terminal.getSize().getRows();
    }

    /** Takes back the line above the cursor, where that can be done: a question that was answered. */
    void eraseLineAbove() {
        if (terminal == null || facts.dumb()) return;
        out.print("\u001b[A\r\u001b[K");
        out.flush();
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
        return true;
    }
}
