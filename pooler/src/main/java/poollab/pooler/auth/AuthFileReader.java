package poollab.pooler.auth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * PgBouncer's reading of an auth file. Between quotes {@code ""} is a quote and a line's end is a character like any
 * other; {@code ;} at the start of a line begins a comment; what follows the secret on its line is ignored.
 *
 * <p>One difference: where a line has a name and no secret, PgBouncer takes the next line's name for it. Here the line
 * is broken.
 */
final class AuthFileReader {
    /** In bytes. PgBouncer's MAX_USERNAME is 128 with the zero at the end. */
    static final int MAX_NAME = 127;

    /** In bytes. What PgBouncer allows from 1.26 on; before, it was 2047. */
    static final int MAX_SECRET = 65535;

    private static final class Broken extends Exception {
        Broken(String reason) {
            super(reason, null, false, false);
        }
    }

    private final String name;
    private final String text;
    private final Map<String, Secret> users = new HashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private int at;
    private int counted;
    private int line = 1;

    AuthFileReader(String name, String text) {
        this.name = name;
        this.text = text;
    }

    AuthFile read() {
        while (skipBlank()) {
            int start = at;
            try {
                if (text.charAt(at) != ';') {
                    entry();
                }
                skipLine();
            } catch (Broken e) {
                warn(start, e.getMessage() + "; this line and those below it are not read");
                break;
            }
        }
        return new AuthFile(users, warnings);
    }

    private void entry() throws Broken {
        int start = at;
        if (text.charAt(at) != '"') {
            throw new Broken(text.charAt(at) == '\uFEFF'
                    ? "the file begins with a byte order mark; save it as UTF-8 without one"
                    : "a line must begin with a user name in double quotes");
        }
        String user = quoted("user name", MAX_NAME);
        int afterName = at;
        at = text.indexOf('"', at);
        if (at < 0 || text.substring(afterName, at).contains("\n")) {
            throw new Broken("no secret in double quotes follows the user name");
        }
        String secret = quoted("secret", MAX_SECRET);
        Secret parsed = Secret.parse(secret);
        if (parsed instanceof Secret.Plain && secret.startsWith("SCRAM-SHA-256$")) {
            warn(start, "the secret begins like a SCRAM secret and is none; it is taken for a password");
        }
        users.put(user, parsed);
    }

    /** From an opening quote to behind the closing one. */
    private String quoted(String what, int limit) throws Broken {
        StringBuilder content = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '\0') {
                throw new Broken("a zero byte in the " + what);
            }
            if (c == '"') {
                if (at == text.length() || text.charAt(at) != '"') {
                    int length = RawText.encode(content.toString()).length;
                    if (length > limit) {
                        throw new Broken(what + " too long: " + length + " bytes, at most " + limit);
                    }
                    return content.toString();
                }
                at++;
            }
            content.append(c);
        }
        throw new Broken("the " + what + " has no closing quote");
    }

    private boolean skipBlank() {
        // What C calls a space.
        while (at < text.length() && " \t\n\u000B\f\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length();
    }

    private void skipLine() {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
    }

    /** @param position not before that of an earlier warning */
    private void warn(int position, String what) {
        for (; counted < position; counted++) {
            line += text.charAt(counted) == '\n' ? 1 : 0;
        }
        warnings.add(name + " line " + line + ": " + what);
    }
}
