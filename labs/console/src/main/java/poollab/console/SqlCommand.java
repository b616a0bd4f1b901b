package poollab.console;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import poollab.console.session.EngineRoom;
import poollab.console.session.Session;
import poollab.console.session.Terminal;
import poollab.console.sql.Format;
import poollab.console.sql.SqlDesk;
import poollab.console.sql.SqlRunner;
import poollab.console.sql.Statements;
import poollab.report.Ink;

/** {@code lab sql "select 1"}: statements on a fresh server. */
@Command(
        name = "sql",
        mixinStandardHelpOptions = true,
        description = "Run statements on a fresh Bookstore server.",
        footer = {
            "",
            "Examples:",
            "  ./lab sql \"select count(*) from orders\"",
            "  ./lab sql \"table books\" --format csv > books.csv"
        })
final class SqlCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "STATEMENTS", description = "Separated by semicolons.")
    private String text;

    @Option(names = "--as", paramLabel = "ROLE", description = "application (default) or observer.")
    private SqlDesk.Role role = SqlDesk.Role.APPLICATION;

    @Option(names = "--format", paramLabel = "NAME", description = "auto (default), table, vertical, csv, json, markdown.")
    private Format format = Format.AUTO;

    @Option(names = "--timing", description = "Say how long each took.")
    private boolean timing;

    SqlCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        Terminal terminal = session.terminal();
        Statements.Split split = Statements.split(text + ";");
        try (EngineRoom engine = new EngineRoom(session.folders(), 0, step -> {});
                SqlDesk desk = new SqlDesk(engine::server)) {
            SqlRunner runner =
                    desk.runner(role, session.out(), new Ink(terminal.colour(), terminal.ascii()), terminal.columns());
            Runtime.getRuntime().addShutdownHook(new Thread(runner::cancel, "end of the statement"));
            boolean fine = true;
            for (String statement : split.complete()) fine &= runner.run(statement, format, timing);
            return fine ? 0 : 1;
        }
    }
}
