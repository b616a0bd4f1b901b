package poollab.console.sql;

import org.jline.utils.WCWidth;

/** How wide a text is on a screen, and how it is shown on one line. */
final class Cells {
    /** In brackets: colour alone must not tell it from the text. */
    static final String NULL = "[NULL]";

    private Cells() {}

    /** Columns on the screen: letters of East Asia and emoji take two, combining marks none. */
    static int width(String text) {
        return text.codePoints().map(point -> Math.max(0, WCWidth.wcwidth(point))).sum();
    }

    /** On one line: line breaks and tabs as marks. */
    static String flat(String value) {
        return value.replace("\r\n", "↵").replace('\n', '↵').replace('\r', '↵').replace('\t', ' ');
    }

    static String pad(int columns) {
        return " ".repeat(Math.max(0, columns));
    }
}
