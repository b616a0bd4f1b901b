package poollab.monitoring;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import poollab.bench.BadInput;

/** A word of PromQL. */
record Token(Kind kind, String text, int at) {
    enum Kind {
        STRING("\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'"),
        DURATION("(?:\\d+(?:ms|[smhdwy]))+(?![a-zA-Z0-9_])"),
        NUMBER("(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?"),
        NAME("[a-zA-Z_:][a-zA-Z0-9_:]*"),
        SIGN("==|!=|=~|!~|>=|<=|[><=+\\-*/(){}\\[\\],]"),
        END("$");

        private final Pattern pattern;

        Kind(String pattern) {
            this.pattern = Pattern.compile(pattern);
        }
    }

    private static final Pattern BLANK = Pattern.compile("\\s*");

    static List<Token> of(String text) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (tokens.isEmpty() || tokens.getLast().kind != Kind.END) {
            Matcher blank = BLANK.matcher(text).region(at, text.length());
            if (blank.lookingAt()) at = blank.end();
            Token next = next(text, at);
            tokens.add(next);
            at += next.text.length();
        }
        return tokens;
    }

    private static Token next(String text, int at) {
        for (Kind kind : Kind.values()) {
            Matcher matcher = kind.pattern.matcher(text).region(at, text.length());
            if (matcher.lookingAt()) return new Token(kind, matcher.group(), at);
        }
        throw new BadInput("no PromQL from here on: " + text.substring(at), PromQl.SUBSET);
    }

    boolean is(String sign) {
        return kind != Kind.STRING && text.equals(sign);
    }
}
