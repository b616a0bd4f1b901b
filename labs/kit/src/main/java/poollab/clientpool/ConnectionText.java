package poollab.clientpool;

import java.util.regex.Pattern;

/** How a connection text may be shown to people: never with a secret in it. */
final class ConnectionText {
    private static final String KEY = "(?i)([?&;]\\s*[^=&;]*(?:password|pwd|secret|token)[^=&;]*=)";
    private static final Pattern URL_STYLE = Pattern.compile(KEY + "[^&]*");
    /** A value of SQL Server's may stand in braces, with a closing brace doubled, and then hold semicolons. */
    private static final Pattern SEMICOLON_STYLE = Pattern.compile(KEY + "(?:\\s*\\{(?:[^}]|}})*}|[^;]*)");

    private ConnectionText() {}

    /** The text with the values of passwords, secrets and tokens replaced by an ellipsis. */
    static String masked(String text) {
        Pattern style = text.startsWith("jdbc:sqlserver:") ? SEMICOLON_STYLE : URL_STYLE;
        return style.matcher(text).replaceAll("$1…");
    }

    /** The text up to its parameters: enough to tell servers and databases apart in a sentence. */
    static String shortened(String text) {
        int parameters = text.indexOf(text.startsWith("jdbc:sqlserver:") ? ';' : '?');
        return parameters < 0 ? text : text.substring(0, parameters + 1) + "…";
    }
}
