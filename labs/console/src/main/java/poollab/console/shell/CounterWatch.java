package poollab.console.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;
import poollab.clientpool.CounterFile;
import poollab.clientpool.CounterFile.Published;
import poollab.engine.EnvironmentMissing;
import poollab.report.Screen;
import poollab.report.TextTable;

/**
 * The sixteen counters of the pools that this lab's processes have open, again and again: the console's own during a run,
 * the learner's application, the instances of an experiment. Those of several processes are shown together.
 */
final class CounterWatch {
    /** What SqlClient publishes per second; the others are states, but for the reclaimed ones, which are a total. */
    private static final Set<String> FLOWS =
            Set.of("hard-connects", "hard-disconnects", "soft-connects", "soft-disconnects", "number-of-reclaimed-connections");

    private final Path folder;
    private final Long wanted;
    private final Map<Long, Published> before = new HashMap<>();

    /** @param wanted the id of one process, or null for all */
    CounterWatch(Path folder, Long wanted) {
        this.folder = folder;
        this.wanted = wanted;
    }

    /** @throws EnvironmentMissing when nobody has a pool open at the beginning */
    void watch(Shell shell, double seconds, double times) throws InterruptedException {
        List<Published> now = read();
        if (now.isEmpty())
            throw new EnvironmentMissing(
                    wanted == null ? "no pool is open: no counters to watch" : "process " + wanted + " has no pool open",
                    "Open one: run an experiment in another terminal (./lab run 01), or in the console: java pool.open().");
        boolean live = shell.place().clear();
        for (int shown = 0; shown < times; ) {
            // Without a second look there are no rates; a pipe waits for it, a person need not.
            if (live || !before.isEmpty()) {
                if (shown++ > 0 && !shell.place().clear()) shell.screen().blank();
                show(shell, now);
            }
            now.forEach(each -> before.put(each.pid(), each));
            if (shown >= times) return;
            Thread.sleep((long) (seconds * 1_000));
            now = read();
            if (now.isEmpty()) {
                shell.screen().line("  The last pool was closed.");
                return;
            }
        }
    }

    private List<Published> read() {
        return CounterFile.read(folder).stream().filter(each -> wanted == null || each.pid() == wanted).toList();
    }

    private void show(Shell shell, List<Published> now) {
        Screen screen = shell.screen();
        String who = now.stream().map(each -> each.name() + " " + each.pid()).collect(Collectors.joining(", "));
        screen.line(screen.ink().dim("  " + shell.place().clock() + "  " + (now.size() == 1 ? "process " : "processes ") + who));
        List<List<Object>> rows = new ArrayList<>();
        for (String counter : now.getFirst().counters().named().keySet()) {
            long total = now.stream().mapToLong(each -> each.counters().named().get(counter)).sum();
            rows.add(Arrays.asList(counter, total, FLOWS.contains(counter) ? rate(now, counter) : ""));
        }
        Table table = new Table("counters", "Counters",
                List.of(new Column("counter", Unit.TEXT), new Column("now or total", Unit.COUNT), new Column("rate", Unit.PER_SECOND)),
                rows, null);
        for (String text : TextTable.lines(table, screen.width() - 2)) screen.line("  " + text);
    }

    /** Between the moments at which the processes wrote them, not those at which they were read; null while unknown. */
    private Double rate(List<Published> now, String counter) {
        double sum = 0;
        boolean known = false;
        for (Published each : now) {
            Published last = before.get(each.pid());
            if (last == null) continue;
            known = true;
            long change = each.counters().named().get(counter) - last.counters().named().get(counter);
            if (change != 0) sum += change * 1_000.0 / Math.max(1, each.written() - last.written());
        }
        return known ? sum : null;
    }
}
