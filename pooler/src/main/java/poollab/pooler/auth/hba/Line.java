package poollab.pooler.auth.hba;

import java.util.ArrayList;
import java.util.List;

/** A line's words, read from left to right. A quoted word is never a keyword; {@code #} begins a comment; commas stand for themselves. */
final class Line {
    /** The line cannot be used. The message tells the log why, and is null where the line's number has to do. */
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;

        Broken(String reason) {
            super(reason, null, false, false);
        }
    }

    private enum Kind { WORD, QUOTED, COMMA, UNCLOSED }

    /** @param at where in the line it begins */
    private record Token(Kind kind, String text, int at) {}

    private final List<Token> tokens = new ArrayList<>();
    private final String line;
    private int at;

    Line(String text) {
        line = text;
        int from = 0;
        while (from < text.length() && text.charAt(from) != '#') {
            char c = text.charAt(from);
            if (isSpace(c)) from++;
            else if (c == ',') {
                tokens.add(new Token(Kind.COMMA, ",", from));
                from++;
            } else if (c == '"') from = quoted(text, from + 1);
            else from = word(text, from);
        }
    }

    /** What C's isspace() takes for a space. */
    static boolean isSpace(char c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }

    private int word(String text, int from) {
        int to = from;
        while (to < text.length() && ",#\"".indexOf(text.charAt(to)) < 0 && !isSpace(text.charAt(to))) to++;
        tokens.add(new Token(Kind.WORD, text.substring(from, to), from));
        return to;
    }

    private int quoted(String text, int from) {
        StringBuilder word = new StringBuilder();
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) == '"') {
                boolean twice = i + 1 < text.length() && text.charAt(i + 1) == '"';
                if (!twice) {
                    tokens.add(new Token(Kind.QUOTED, word.toString(), from - 1));
                    return i + 1;
                }
                i++;
            }
            word.append(text.charAt(i));
        }
        tokens.add(new Token(Kind.UNCLOSED, word.toString(), from - 1));
        return text.length();
    }

    boolean atEnd() {
        return at == tokens.size();
    }

    /** Goes past the next word if it is this keyword. */
    boolean take(String keyword) {
        if (!isNext(Kind.WORD) || !tokens.get(at).text.equals(keyword)) return false;
        at++;
        return true;
    }

    boolean takeComma() {
        if (!isNext(Kind.COMMA)) return false;
        at++;
        return true;
    }

    /** The next word if it is not quoted, without going past it; else null. */
    String peek() {
        return isNext(Kind.WORD) ? tokens.get(at).text : null;
    }

    /** @param missing why the line is broken when no word without quotes comes next */
    String word(String missing) throws Broken {
        if (!isNext(Kind.WORD)) throw new Broken(missing);
        return tokens.get(at++).text;
    }

    /** A word, with quotes or without. */
    String name() throws Broken {
        if (!isNext(Kind.WORD) && !isNext(Kind.QUOTED)) throw new Broken(null);
        return tokens.get(at++).text;
    }

    /** All that is still there, as it was written, comments too. */
    String rest() {
        String rest = atEnd() ? "" : line.substring(tokens.get(at).at);
        at = tokens.size();
        return rest;
    }

    private boolean isNext(Kind kind) {
        return at < tokens.size() && tokens.get(at).kind == kind;
    }
}
