package poollab.console;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import poollab.console.session.EngineRoom;
import poollab.console.session.Session;
import poollab.console.session.Terminal;
import poollab.console.snippet.SnippetShell;
import poollab.report.Ink;

/** {@code lab java "pool.state()"}: a snippet beside a fresh server. */
@Command(
        name = "java",
        mixinStandardHelpOptions = true,
        description = "Evaluate Java beside a pool on a fresh Bookstore server.",
        footer = {
            "",
            "Examples:",
            "  ./lab java \"pool.open(); pool.state()\"",
            "  ./lab java 'sql(\"select count(*) from orders\")'"
        })
final class JavaCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "SNIPPET", description = "One or more statements.")
    private String source;

    JavaCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Terminal terminal = session.terminal();
        Ink ink = new Ink(terminal.colour(), terminal.ascii());
        try (EngineRoom engine = new EngineRoom(session.folders(), 0, step -> {});
                SnippetShell snippets = new SnippetShell(engine.server(), session.out(), ink, terminal.columns())) {
            return snippets.evaluate(source) ? 0 : 1;
        }
    }
}
