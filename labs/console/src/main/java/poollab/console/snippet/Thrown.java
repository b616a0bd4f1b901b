package poollab.console.snippet;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.UnresolvedReferenceException;

/** An exception of a snippet: what, why, and the learner's own frames. Those of drivers and the JDK are left out. */
final class Thrown {
    private static final int MOST_FRAMES = 8;
    private static final int MOST_CAUSES = 4;

    private Thrown() {}

    static String of(JShellException exception, JShell shell) {
        StringBuilder text = new StringBuilder(head(exception, shell)).append(frames(exception));
        Throwable cause = exception.getCause();
        for (int i = 0; i < MOST_CAUSES && cause instanceof JShellException inner; i++, cause = cause.getCause()) {
            text.append("\ncaused by ").append(head(inner, shell)).append(frames(inner));
        }
        return text.toString();
    }

    private static String head(JShellException exception, JShell shell) {
        return switch (exception) {
            case EvalException thrown -> thrown.getMessage() == null
                    ? thrown.getExceptionClassName()
                    : thrown.getExceptionClassName() + ": " + thrown.getMessage();
            case UnresolvedReferenceException unresolved -> "This calls something that cannot be used until this is declared: "
                    + shell.unresolvedDependencies(unresolved.getSnippet()).collect(Collectors.joining(", "));
            default -> exception.toString();
        };
    }

    private static String frames(JShellException exception) {
        List<StackTraceElement> own = Arrays.stream(exception.getStackTrace())
                .filter(frame -> frame.getFileName() != null && frame.getFileName().startsWith("#"))
                .toList();
        String frames = own.stream().limit(MOST_FRAMES).map(Thrown::frame).collect(Collectors.joining());
        return own.size() > MOST_FRAMES ? frames + "\n    … " + (own.size() - MOST_FRAMES) + " more" : frames;
    }

    private static String frame(StackTraceElement frame) {
        String owner = frame.getClassName().isEmpty() ? "" : frame.getClassName() + ".";
        String method = frame.getMethodName().isEmpty() ? "" : owner + frame.getMethodName() + ", ";
        return "\n    at " + method + "snippet " + frame.getFileName().substring(1) + ", line " + frame.getLineNumber();
    }
}
