package poollab.report;

/** Colour, where the terminal has it, and the symbols it can show. Colour never carries a meaning alone. */
public record Ink(boolean colour, boolean ascii) {
    /** For transcripts and tests: no colour, all letters. */
    public static final Ink PLAIN = new Ink(false, false);

    public String strong(String text) {
        return style("1", text);
    }

    public String dim(String text) {
        return style("2", text);
    }

    public String good(String text) {
        return style("32", text);
    }

    public String bad(String text) {
        return style("1;31", text);
    }

    public String warning(String text) {
        return style("33", text);
    }

    private String style(String code, String text) {
        return colour && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }

    /** The text without colours, and in ASCII where nothing else can be shown. */
    public String plain(String text) {
        return ascii ? toAscii(text) : text;
    }

    private static String toAscii(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '·' -> out.append(i > 0 && text.startsWith(" · ", i - 1) ? '-' : '.');
                case '–', '—', '─', '−' -> out.append('-');
                case '…' -> out.append("...");
                case '×' -> out.append('x');
                case '±' -> out.append("+-");
                case 'µ' -> out.append('u');
                case '■', '█' -> out.append('#');
                // A sparkline, roughly.
                case '▁', '▂' -> out.append('_');
                case '▃', '▄' -> out.append('-');
                case '▅', '▆', '▇' -> out.append('=');
                case '│' -> out.append('|');
                case '┼', '└' -> out.append('+');
                case '↵' -> out.append("\\n");
                case '•' -> out.append('*');
                case '→' -> out.append("->");
                case '≥' -> out.append(">=");
                case '≤' -> out.append("<=");
                case '“', '”' -> out.append('"');
                case '’' -> out.append('\'');
                default -> out.append(c < 128 ? c : '?');
            }
        }
        return out.toString();
    }
}
