package poollab.console;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import poollab.bench.Json;
import poollab.bench.Run;
import poollab.console.session.Session;
import poollab.report.RunText;
import poollab.report.Screen;

/** {@code lab show latest}: a past run as it was told, from its record. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Show a past run from its record.",
        footer = {"", "Examples:", "  ./lab show latest", "  ./lab show latest --full", "  ./lab show 2 --json"})
final class ShowCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(arity = "0..1", paramLabel = "RUN", defaultValue = "latest",
            description = "Number in ./lab runs, beginning of its name, or latest (default).")
    private String which;

    @Option(names = "--json", description = "Its record.")
    private boolean json;

    @Option(names = "--full", description = "All that was seen of each load: wait events, statements, percentiles.")
    private boolean full;

    ShowCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Run run = session.runs().load(which);
        if (json) {
            session.out().println(Json.write(run));
            return 0;
        }
        Screen screen = session.terminal().screen(session.out());
        RunText.replay(run, screen, full);
        screen.line("Record: " + session.runs().folderOf(run.id()));
        return 0;
    }
}
