package poollab.console.snippet;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;
import poollab.console.snippet.Frame.Kind;

/** JShell, made ready for the learner, and what it says about snippets. For one thread. */
final class Engine implements AutoCloseable {
    private static final List<String> IMPORTS = List.of(
            "import java.io.*;",
            "import java.math.*;",
            "import java.net.*;",
            "import java.nio.file.*;",
            "import java.sql.*;",
            "import java.time.*;",
            "import java.util.*;",
            "import java.util.concurrent.*;",
            "import java.util.concurrent.atomic.*;",
            "import java.util.function.*;",
            "import java.util.stream.*;",
            "import poollab.clientpool.*;",
            "import poollab.console.snippet.Pool;",
            "import static poollab.console.snippet.App.*;");

    /** Begins the numbers of snippets that are not the learner's. */
    private static final String OURS = "s";

    private final Execution execution;
    private final BiConsumer<Kind, String> say;
    private final AtomicInteger number = new AtomicInteger();
    private final JShell shell;
    private final SourceCodeAnalysis analysis;
    private final Results results;
    private String prefix = OURS;

    Engine(Execution execution, BiConsumer<Kind, String> say) {
        this.execution = execution;
        this.say = say;
        shell = JShell.builder()
                .executionEngine(new Here(execution), Map.of())
                .idGenerator((_, _) -> prefix + number.incrementAndGet())
                .build();
        analysis = shell.sourceCodeAnalysis();
        results = new Results(shell, say);
        IMPORTS.forEach(shell::eval);
        count();
    }

    /** Loads what the first snippet needs, while the learner still types it. */
    void warmUp() {
        prefix = OURS + OURS;
        shell.eval("{ pool.state(); }");
        count();
    }

    /** The learner's snippets count from 1. */
    private void count() {
        prefix = "";
        number.set(0);
    }

    /** Gives JShell the way snippets run here. */
    private record Here(Execution execution) implements ExecutionControlProvider {
        @Override
        public String name() {
            return "lab";
        }

        @Override
        public ExecutionControl generate(ExecutionEnv environment, Map<String, String> parameters) {
            return execution;
        }
    }

    /** @return whether all of it went well */
    boolean evaluate(int evaluation, String source) {
        if (source.startsWith("/") && !source.startsWith("//") && !source.startsWith("/*")) return command(source.strip());
        execution.begin(evaluation);
        String rest = source;
        while (!rest.isBlank()) {
            CompletionInfo next = analysis.analyzeCompletion(rest);
            // Only comments are left.
            if (next.completeness() == Completeness.EMPTY) return true;
            boolean whole = next.completeness().isComplete() && next.completeness() != Completeness.UNKNOWN;
            int start = source.length() - rest.length();
            boolean well = true;
            for (SnippetEvent event : shell.eval(whole ? next.source() : rest)) well &= results.tell(event, source, start);
            if (execution.isStopped()) {
                say.accept(Kind.NOTE, "Cancelled. The application lives on and keeps its variables.");
                return false;
            }
            if (!well || !whole) return well;
            rest = next.remaining();
        }
        return true;
    }

    private boolean command(String command) {
        switch (command) {
            case "/vars" -> say.accept(Kind.VALUE, orNothing(shell.variables()
                    .map(v -> v.typeName() + " " + v.name() + " = " + shell.varValue(v))
                    .collect(Collectors.joining("\n")), "No variables yet."));
            case "/list" -> say.accept(Kind.VALUE, orNothing(shell.snippets()
                    .filter(s -> !s.id().startsWith(OURS) && shell.status(s) != Snippet.Status.REJECTED)
                    .map(s -> s.id() + ": " + s.source().strip())
                    .collect(Collectors.joining("\n")), "No snippets yet."));
            default -> {
                say.accept(Kind.ERROR, "There is no " + command + " here.\nThere are: /vars, /list, /reset, /help.");
                return false;
            }
        }
        return true;
    }

    private static String orNothing(String text, String nothing) {
        return text.isEmpty() ? nothing : text;
    }

    /** Whether the source can be evaluated as it stands: nothing is open at its end. */
    boolean isComplete(String source) {
        String rest = source;
        while (!rest.isBlank()) {
            CompletionInfo next = analysis.analyzeCompletion(rest);
            switch (next.completeness()) {
                case EMPTY, UNKNOWN, COMPLETE_WITH_SEMI -> {
                    return true;
                }
                case DEFINITELY_INCOMPLETE, CONSIDERED_INCOMPLETE -> {
                    return false;
                }
                case COMPLETE -> rest = next.remaining();
            }
        }
        return true;
    }

    /** @param request the cursor, a line feed, the source */
    String complete(String request) {
        int end = request.indexOf('\n');
        int cursor = Integer.parseInt(request.substring(0, end));
        return Completions.write(Completions.of(analysis, request.substring(end + 1), cursor));
    }

    @Override
    public void close() {
        shell.close();
    }
}
