package poollab.labs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Unit;
import poollab.clientpool.PoolCounters;

/** The client pool's sixteen counters as a table, under the names that SqlClient gives them. */
public final class Counters {
    private Counters() {}

    /** One column for each set of counters, side by side. */
    public static void record(Bench bench, Map<String, PoolCounters> sets) {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("counter", Unit.TEXT));
        Map<String, List<Object>> rows = new LinkedHashMap<>();
        sets.forEach((name, counters) -> {
            columns.add(new Column(name, Unit.COUNT));
            counters.named().forEach((counter, value) ->
                    rows.computeIfAbsent(counter, c -> new ArrayList<>(List.of(c))).add(value));
        });
        bench.table("counters", "The client pool's counters", columns, List.copyOf(rows.values()), null);
    }
}
