package poollab.console.session;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import poollab.report.Ink;
import poollab.report.Screen;

/**
 * What the launcher found out about the place that output goes to.
 *
 * @param tty whether standard output is a terminal
 * @param columns its width; 80 where nobody knows
 * @param dumb whether it can neither move its cursor nor show colours
 * @param colour whether colours are wanted
 * @param ascii whether only ASCII can be shown
 */
public record Terminal(boolean tty, int columns, boolean dumb, boolean colour, boolean ascii) {
    private static final int NARROWEST = 40;
    private static final int STANDARD = 80;
    private static final int WIDEST = 120;

    public static Terminal of(Properties properties, Map<String, String> environment) {
        boolean tty = Boolean.parseBoolean(properties.getProperty("lab.tty", "false"));
        boolean dumb = environment.getOrDefault("TERM", "").equals("dumb");
        boolean noColour = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(
                tty,
                columns(properties.getProperty("lab.columns", "")),
                dumb,
                tty && !dumb && !noColour,
                Boolean.parseBoolean(properties.getProperty("lab.ascii", "false")));
    }

    private static int columns(String text) {
        if (!text.matches("[1-9]\\d{0,3}")) return STANDARD;
        return Math.clamp(Integer.parseInt(text), NARROWEST, WIDEST);
    }

    /** The same terminal without colours. */
    public Terminal withoutColour() {
        return new Terminal(tty, columns, dumb, false, ascii);
    }

    /** The same terminal after a resize. */
    public Terminal withColumns(int width) {
        return new Terminal(tty, Math.clamp(width, NARROWEST, WIDEST), dumb, colour, ascii);
    }

    /** The same terminal, told to show ASCII only. */
    public Terminal inAscii() {
        return new Terminal(tty, columns, dumb, colour, true);
    }

    public Screen screen(PrintStream out) {
        return new Screen(out, columns, tty && !dumb, new Ink(colour, ascii));
    }

    /** Standard output in UTF-8, whatever the locale says: where that cannot be shown, only ASCII is printed. */
    public static PrintStream standardOutput() {
        return new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    }

    public static PrintStream standardError() {
        return new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    }
}
