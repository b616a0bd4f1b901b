package poollab.console.snippet;

import java.util.Locale;
import java.util.stream.Collectors;
import jdk.jshell.Diag;

/** What the compiler has to say about a line, and where in it. */
final class Diagnosis {
    private Diagnosis() {}

    /**
     * @param source the whole input
     * @param start where in it the snippet begins
     */
    static String of(Diag diag, String source, int start) {
        // The location names a class that JShell made up.
        String message = diag.getMessage(Locale.ENGLISH).lines()
                .filter(line -> !line.strip().startsWith("location:"))
                .collect(Collectors.joining("\n"));
        String text = (diag.isError() ? "error: " : "warning: ") + message;
        if (diag.getPosition() == Diag.NOPOS) return text;
        return text + "\n" + marked(source, start + (int) diag.getStartPosition(), start + (int) diag.getEndPosition());
    }

    /** The line with its number, where there are several, and a row of carets below the place. */
    private static String marked(String source, int from, int to) {
        int at = Math.min(from, source.length());
        int lineStart = source.lastIndexOf('\n', at - 1) + 1;
        int newline = source.indexOf('\n', lineStart);
        int lineEnd = newline < 0 ? source.length() : newline;
        String line = source.substring(lineStart, lineEnd);
        String number = source.strip().contains("\n") ? "%3d | ".formatted(lineNumber(source, lineStart)) : "  ";
        int length = Math.max(1, Math.min(to, lineEnd) - at);
        return number + line.replace('\t', ' ') + "\n" + " ".repeat(number.length() + at - lineStart) + "^".repeat(length);
    }

    private static long lineNumber(String source, int lineStart) {
        return source.substring(0, lineStart).chars().filter(c -> c == '\n').count() + 1;
    }
}
