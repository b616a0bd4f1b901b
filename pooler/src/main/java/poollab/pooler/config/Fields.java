package poollab.pooler.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The {@code key=value} pairs of one entry, with checks as they are asked for. Messages begin with the key. */
final class Fields {
    private final Map<String, String> values = new LinkedHashMap<>();

    private Fields() {}

    /**
     * Splits an entry's text. A value may stand in single quotes, with {@code ''} for one; of the same key twice the
     * later counts.
     *
     * @param keys what may be there
     */
    static Fields read(String text, List<String> keys) throws BadValue {
        Fields fields = new Fields();
        Cursor cursor = new Cursor(text);
        while (cursor.more()) {
            String key = cursor.key();
            String value = cursor.value(key);
            if (!keys.contains(key)) throw new BadValue(unknown(key, keys));
            fields.values.put(key.equals("reserve_pool") ? "reserve_pool_size" : key, value);
        }
        return fields;
    }

    /** The value as given, or null. */
    String text(String key) {
        return values.get(key);
    }

    String text(String key, String unset) {
        return values.getOrDefault(key, unset);
    }

    /** A size or limit; −1 when it is not given. */
    int count(String key) throws BadValue {
        return number(key, new Domain.Whole(-1, Integer.MAX_VALUE), -1);
    }

    int port(int unset) throws BadValue {
        return number("port", new Domain.Whole(1, 65_535), unset);
    }

    /** A time in microseconds; −1 when it is not given, or 0, which PgBouncer does not tell from that. */
    long micros(String key) throws BadValue {
        long micros = values.containsKey(key) ? number(key, new Domain.Seconds()) : 0;
        return micros == 0 ? -1 : micros;
    }

    PoolMode poolMode() throws BadValue {
        return values.containsKey("pool_mode") ? PoolMode.values()[(int) number("pool_mode", PoolMode.CHOICE)] : null;
    }

    boolean roundRobin() throws BadValue {
        String key = "load_balance_hosts";
        return !values.containsKey(key) || number(key, Domain.Choice.of("disable", "round-robin")) == 1;
    }

    private int number(String key, Domain.Whole domain, int unset) throws BadValue {
        return values.containsKey(key) ? (int) number(key, domain) : unset;
    }

    private long number(String key, Domain domain) throws BadValue {
        try {
            return domain.read(values.get(key)).number();
        } catch (BadValue e) {
            throw new BadValue(key + ": " + e.getMessage());
        }
    }

    private static String unknown(String key, List<String> keys) {
        String hint = Key.named(key).isPresent()
                ? "; " + key + " is a setting of the whole pooler and belongs in [pgbouncer]"
                : Nearest.hint(key, keys);
        return "unknown key \"" + key + "\"" + (hint.isEmpty() ? "; known here: " + String.join(", ", keys) : hint);
    }

    /** Walks over an entry's text. */
    private static final class Cursor {
        private final String text;
        private int at;

        Cursor(String text) {
            this.text = text;
        }

        boolean more() {
            skipBlanks();
            return at < text.length();
        }

        String key() throws BadValue {
            int start = at;
            while (at < text.length() && text.charAt(at) != '=' && !blank()) at++;
            String key = text.substring(start, at);
            skipBlanks();
            if (key.isEmpty() || at == text.length() || text.charAt(at) != '=') {
                // Only the first word: a password may follow.
                String found = text.substring(start).split("[ \t]", 2)[0];
                throw new BadValue("expected key=value pairs with blanks between them, found \"" + found + "\"");
            }
            at++;
            return key;
        }

        String value(String key) throws BadValue {
            skipBlanks();
            String value = at < text.length() && text.charAt(at) == '\'' ? quoted(key) : plain();
            if (value.isEmpty()) throw new BadValue(key + ": the value is empty; leave the key out instead");
            return value;
        }

        private String plain() {
            int start = at;
            while (at < text.length() && !blank()) at++;
            return text.substring(start, at);
        }

        private String quoted(String key) throws BadValue {
            StringBuilder value = new StringBuilder();
            while (++at < text.length()) {
                if (text.charAt(at) == '\'') {
                    if (!text.startsWith("''", at)) break;
                    at++;
                }
                value.append(text.charAt(at));
            }
            if (at >= text.length()) throw new BadValue(key + ": the closing ' is missing");
            at++;
            if (at < text.length() && !blank()) throw new BadValue(key + ": a blank is missing after the closing '");
            return value.toString();
        }

        private void skipBlanks() {
            while (at < text.length() && blank()) at++;
        }

        private boolean blank() {
            return text.charAt(at) == ' ' || text.charAt(at) == '\t';
        }
    }
}
