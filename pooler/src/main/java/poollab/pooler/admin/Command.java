package poollab.pooler.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;

/** What somebody typed. */
sealed interface Command {
    /**
     * Anything but SET.
     *
     * @param word in lower case
     * @param argument empty when there is none
     */
    record Simple(String word, String argument) implements Command {}

    /** @param key as typed, as is the value, both without their quotes */
    record Set(String key, String value) implements Command {}

    /** Understood as far as its form goes, but a part of it is too long, or there is nothing between its quotes. */
    record BadArguments() implements Command {}

    /** Not of any form known here. */
    record Unknown() implements Command {}

    /**
     * <pre>
     *   word [word] [;]
     *   SET word = word [;]        or TO instead of =, and a value in single quotes
     * </pre>
     *
     * A word is letters of ASCII, digits and underscores, or anything in double quotes. A quote within quotes is doubled.
     */
    static Command parse(String text) {
        Scan scan = new Scan(text);
        String word = scan.word();
        if (word == null) return new Unknown();
        if (scan.ends()) return Scan.simple(word, "");
        String argument = scan.space() ? scan.word() : null;
        if (argument == null) return new Unknown();
        if (scan.ends()) return Scan.simple(word, argument);
        if (!word.equalsIgnoreCase("set") || !scan.assigns()) return new Unknown();
        String value = scan.value();
        return value != null && scan.ends() ? Scan.set(argument, value) : new Unknown();
    }

    /** Reads from left to right. */
    final class Scan {
        // PgBouncer's, in bytes, quotes included.
        private static final int LONGEST_WORD = 15;
        private static final int LONGEST_ARGUMENT = 63;
        private static final int LONGEST_VALUE = 255;

        private final String text;
        private int at;

        private Scan(String text) {
            this.text = text;
            space();
        }

        private static Command simple(String word, String argument) {
            if (isLonger(word, LONGEST_WORD) || isLonger(argument, LONGEST_ARGUMENT)) return new BadArguments();
            return new Simple(unquoted(word, '"').toLowerCase(Locale.ROOT), unquoted(argument, '"'));
        }

        private static Command set(String quotedKey, String value) {
            String key = unquoted(quotedKey, '"');
            if (isLonger(quotedKey, LONGEST_ARGUMENT) || isLonger(value, LONGEST_VALUE) || key.isEmpty()) return new BadArguments();
            return new Set(key, unquoted(value, value.charAt(0)));
        }

        private static boolean isLonger(String part, int bytes) {
            return part.length() > bytes || part.getBytes(UTF_8).length > bytes;
        }

        private static String unquoted(String part, char quote) {
            if (part.isEmpty() || part.charAt(0) != quote || quote != '"' && quote != '\'') return part;
            String twice = String.valueOf(quote) + quote;
            return part.substring(1, part.length() - 1).replace(twice, String.valueOf(quote));
        }

        /** @return whether there was any */
        private boolean space() {
            int from = at;
            while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
            return at > from;
        }

        private String word() {
            if (at < text.length() && text.charAt(at) == '"') return quoted('"');
            int from = at;
            while (at < text.length() && isWord(text.charAt(at))) at++;
            return at > from ? text.substring(from, at) : null;
        }

        private static boolean isWord(char c) {
            return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
        }

        private String quoted(char quote) {
            int from = at++;
            for (; at < text.length(); at++) {
                if (text.charAt(at) != quote) continue;
                if (at + 1 == text.length() || text.charAt(at + 1) != quote) return text.substring(from, ++at);
                at++;
            }
            return null;
        }

        private boolean assigns() {
            space();
            int length = text.startsWith("=", at) ? 1 : text.regionMatches(true, at, "to", 0, 2) ? 2 : 0;
            at += length;
            space();
            return length > 0;
        }

        private String value() {
            return at < text.length() && text.charAt(at) == '\'' ? quoted('\'') : word();
        }

        private boolean ends() {
            int from = at;
            space();
            if (at < text.length() && text.charAt(at) == ';') at++;
            space();
            boolean end = at == text.length();
            if (!end) at = from;
            return end;
        }
    }
}
