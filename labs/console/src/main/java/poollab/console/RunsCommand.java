package poollab.console;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import poollab.bench.BadInput;
import poollab.bench.Json;
import poollab.bench.Run;
import poollab.bench.RunStore;
import poollab.console.session.Session;
import poollab.report.RunList;

/** {@code lab runs}: the records, newest first. */
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        description = "List past runs, the newest first.",
        footer = {"", "Examples:", "  ./lab runs", "  ./lab runs --last 50"})
final class RunsCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--last", paramLabel = "N", description = "How many (default: ${DEFAULT-VALUE}).")
    private int last = 20;

    @Option(names = "--json", description = "One JSON document: the records, without their observations.")
    private boolean json;

    RunsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (last < 1) throw new BadInput("--last " + last + " is too small", "Ask for at least 1.");
        RunStore store = session.runs();
        List<Run> runs = new ArrayList<>();
        List<String> ids = store.ids();
        for (String id : ids.subList(0, Math.min(last, ids.size()))) runs.add(store.read(id));
        if (json) session.out().println(Json.write(runs.stream().map(RunsCommand::brief).toList()));
        else RunList.print(runs, ids.size(), session.terminal().screen(session.out()));
        return 0;
    }

    private static Run brief(Run run) {
        return new Run(
                run.id(), run.lab(), run.name(), run.title(), run.startedAt(), run.tookMs(), run.seed(), run.quick(),
                run.ending(), run.reason(), run.settingDetails(), run.environment(), List.of(), run.claims());
    }
}
