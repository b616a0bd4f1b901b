package poollab.console.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits text into statements at semicolons, as psql does: not inside quotes, dollar quotes or comments. */
public final class Statements {
    private static final Pattern DOLLAR = Pattern.compile("\\$([A-Za-z_\\u0080-\\uffff][A-Za-z0-9_\\u0080-\\uffff]*)?\\$");

    private final String text;
    private final List<String> complete = new ArrayList<>();
    private int start;
    private int at;
    private boolean open;

    private Statements(String text) {
        this.text = text;
    }

    /**
     * @param complete statements, without their semicolons
     * @param rest what stands behind the last semicolon; blank when nothing does
     */
    public record Split(List<String> complete, String rest) {}

    public static Split split(String text) {
        Statements statements = new Statements(text);
        statements.scan();
        return new Split(statements.complete, text.substring(statements.start));
    }

    /** Whether nothing is missing: the text ends with a semicolon outside of quotes and comments, or is blank. */
    public static boolean complete(String text) {
        Statements statements = new Statements(text);
        statements.scan();
        return !statements.open && text.substring(statements.start).isBlank();
    }

    private void scan() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ';') end();
            else if (c == '\'') quoted('\'', escapes());
            else if (c == '"') quoted('"', false);
            else if (c == '$') dollar();
            else if (text.startsWith("--", at)) lineComment();
            else if (text.startsWith("/*", at)) blockComment();
            else at++;
        }
    }

    private void end() {
        String statement = text.substring(start, at).strip();
        if (!statement.isEmpty()) complete.add(statement);
        at++;
        start = at;
    }

    /** E'…': a backslash protects the next letter. */
    private boolean escapes() {
        boolean e = at > 0 && (text.charAt(at - 1) == 'e' || text.charAt(at - 1) == 'E');
        return e && (at < 2 || !Character.isLetterOrDigit(text.charAt(at - 2)));
    }

    private void quoted(char quote, boolean escapes) {
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (escapes && c == '\\') at++;
            else if (c == quote) {
                at++;
                return;
            }
        }
        unfinished();
    }

    private void dollar() {
        Matcher tag = DOLLAR.matcher(text).region(at, text.length());
        boolean inName = at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
        if (inName || !tag.lookingAt()) {
            at++;
            return;
        }
        int close = text.indexOf(tag.group(), tag.end());
        if (close < 0) unfinished();
        else at = close + tag.group().length();
    }

    private void lineComment() {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end + 1;
    }

    /** They nest. */
    private void blockComment() {
        int depth = 0;
        while (at < text.length()) {
            if (text.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith("*/", at)) {
                depth--;
                at += 2;
                if (depth == 0) return;
            } else at++;
        }
        unfinished();
    }

    private void unfinished() {
        open = true;
        at = text.length();
    }
}
