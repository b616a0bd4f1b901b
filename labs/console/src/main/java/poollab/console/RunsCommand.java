package poollab.console;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import poollab.bench.BadInput;
import poollab.bench.Json;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Table;
import poollab.bench.Run;
import poollab.bench.RunStore;
import poollab.bench.Setting;
import poollab.bench.Unit;
import poollab.bench.Verdict.Answer;
import poollab.report.Screen;
import poollab.report.TextTable;

/** {@code lab runs}: the records, newest first. */
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        description = "List past runs, the newest first.",
        footer = {"", "Examples:", "  ./lab runs", "  ./lab runs --last 50"})
final class RunsCommand implements Callable<Integer> {
    private static final List<Column> COLUMNS = List.of(
            new Column("#", Unit.COUNT),
            new Column("run", Unit.TEXT),
            new Column("set", Unit.TEXT),
            new Column("claims", Unit.TEXT));

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
        else print(runs, ids.size());
        return 0;
    }

    private static Run brief(Run run) {
        return new Run(
                run.id(), run.lab(), run.name(), run.title(), run.startedAt(), run.tookMs(), run.seed(), run.quick(),
                run.ending(), run.reason(), run.settingDetails(), run.environment(), List.of(), run.claims());
    }

    private void print(List<Run> runs, int all) {
        Screen screen = session.terminal().screen(session.out());
        if (runs.isEmpty()) {
            screen.line("No runs yet. Make one: ./lab run 01");
            return;
        }
        List<List<Object>> rows = new ArrayList<>();
        for (Run run : runs) rows.add(List.of(rows.size() + 1, run.id(), changed(run), verdicts(run)));
        for (String line : TextTable.lines(new Table("runs", "Runs", COLUMNS, rows, null), screen.width()))
            screen.line(line);
        if (all > runs.size()) screen.line("… " + (all - runs.size()) + " older: ./lab runs --last " + all);
    }

    private static String changed(Run run) {
        String set = run.settingDetails().stream()
                .filter(setting -> setting.origin() == Setting.Origin.SET)
                .map(setting -> setting.name() + "=" + setting.value())
                .collect(Collectors.joining(" "));
        return (run.quick() ? "quick " : "") + set;
    }

    private static String verdicts(Run run) {
        if (run.ending() != Run.Ending.COMPLETED) return run.ending().toString();
        long held = run.count(Answer.HELD);
        long judged = held + run.count(Answer.NOT_HELD) + run.count(Answer.UNCLEAR);
        return held + " of " + judged + " held";
    }
}
