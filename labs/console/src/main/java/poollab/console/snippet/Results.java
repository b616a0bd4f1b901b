package poollab.console.snippet;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.ExpressionSnippet;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;
import poollab.console.snippet.Frame.Kind;

/** Says what a snippet came to: its value, what it declared, or what is wrong with it. */
final class Results {
    private static final Set<Status> DECLARED = Set.of(Status.RECOVERABLE_DEFINED, Status.RECOVERABLE_NOT_DEFINED);

    private final JShell shell;
    private final BiConsumer<Kind, String> say;

    Results(JShell shell, BiConsumer<Kind, String> say) {
        this.shell = shell;
        this.say = say;
    }

    /**
     * @param source the whole input
     * @param start where in it the event's snippet begins
     * @return whether it went well
     */
    boolean tell(SnippetEvent event, String source, int start) {
        // Others were compiled again because of this one: nothing the learner did.
        if (event.causeSnippet() != null) return true;
        Snippet snippet = event.snippet();
        List<Diag> diagnoses = shell.diagnostics(snippet).toList();
        if (event.status() == Status.REJECTED) {
            diagnoses.stream().filter(Diag::isError).forEach(d -> say.accept(Kind.ERROR, Diagnosis.of(d, source, start)));
            return false;
        }
        if (!DECLARED.contains(event.status())) {
            diagnoses.forEach(d -> say.accept(d.isError() ? Kind.ERROR : Kind.WARNING, Diagnosis.of(d, source, start)));
        }
        if (event.exception() != null) {
            say.accept(Kind.ERROR, Thrown.of(event.exception(), shell));
            return false;
        }
        declared(event, snippet);
        return true;
    }

    private void declared(SnippetEvent event, Snippet snippet) {
        switch (snippet) {
            case VarSnippet variable -> value(event, variable.name());
            case ExpressionSnippet expression -> value(event, expression.name());
            case MethodSnippet method -> created(event, "method " + method.name() + "(" + method.parameterTypes() + ")");
            case TypeDeclSnippet type ->
                created(event, type.subKind().name().split("_")[0].toLowerCase(Locale.ROOT) + " " + type.name());
            default -> {
                // Imports and statements speak for themselves.
            }
        }
    }

    private void value(SnippetEvent event, String name) {
        if (DECLARED.contains(event.status())) created(event, "variable " + name);
        else if (event.value() != null) say.accept(Kind.VALUE, name + " ==> " + event.value());
    }

    private void created(SnippetEvent event, String what) {
        String verb = event.previousStatus() == Status.NONEXISTENT ? "created " : "replaced ";
        String missing = event.snippet() instanceof DeclarationSnippet declaration && DECLARED.contains(event.status())
                ? ", but it cannot be used until this is declared: "
                        + shell.unresolvedDependencies(declaration).collect(Collectors.joining(", "))
                : "";
        say.accept(Kind.NOTE, verb + what + missing);
    }
}
