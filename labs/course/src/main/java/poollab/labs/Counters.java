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
            named(counters).forEach((counter, value) ->
                    rows.computeIfAbsent(counter, c -> new ArrayList<>(List.of(c))).add(value));
        });
        bench.table("counters", "The client pool's counters", columns, List.copyOf(rows.values()), null);
    }

    /** The counters by SqlClient's names; its four rates are totals here. */
    public static Map<String, Long> named(PoolCounters c) {
        Map<String, Long> named = new LinkedHashMap<>();
        named.put("active-hard-connections", c.activeHardConnections());
        named.put("hard-connects", c.hardConnects());
        named.put("hard-disconnects", c.hardDisconnects());
        named.put("active-soft-connects", c.activeSoftConnects());
        named.put("soft-connects", c.softConnects());
        named.put("soft-disconnects", c.softDisconnects());
        named.put("number-of-non-pooled-connections", c.nonPooledConnections());
        named.put("number-of-pooled-connections", c.pooledConnections());
        named.put("number-of-active-connection-pool-groups", c.activePoolGroups());
        named.put("number-of-inactive-connection-pool-groups", c.inactivePoolGroups());
        named.put("number-of-active-connection-pools", c.activePools());
        named.put("number-of-inactive-connection-pools", c.inactivePools());
        named.put("number-of-active-connections", c.activeConnections());
        named.put("number-of-free-connections", c.freeConnections());
        named.put("number-of-stasis-connections", c.stasisConnections());
        named.put("number-of-reclaimed-connections", c.reclaimedConnections());
        return named;
    }
}
