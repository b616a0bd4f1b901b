package poollab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Table;
import poollab.bench.Run;
import poollab.bench.Setting;
import poollab.bench.Unit;
import poollab.bench.Verdict.Answer;

/** Past runs as a table: place, name, what was set, how the claims fared. */
public final class RunList {
    private static final List<Column> COLUMNS = List.of(
            new Column("#", Unit.COUNT),
            new Column("run", Unit.TEXT),
            new Column("claims", Unit.TEXT),
            new Column("set", Unit.TEXT));

    private RunList() {}

    /**
     * @param runs to be listed, the newest first
     * @param all how many there are altogether
     */
    public static void print(List<Run> runs, int all, Screen screen) {
        if (runs.isEmpty()) {
            screen.line("No runs yet. Make one: ./lab run 01");
            return;
        }
        List<List<Object>> rows = new ArrayList<>();
        for (Run run : runs) rows.add(List.of(rows.size() + 1, run.id(), verdicts(run), changed(run)));
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
