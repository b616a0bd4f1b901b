package poollab.labs.monitoring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.Rows;

/** What the admin console says during a saturation, and what a RELOAD changes. */
final class AdminView {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MORE = 12;
    private static final Set<String> SETTINGS =
            Set.of("default_pool_size", "listen_port", "max_client_conn", "pool_mode", "query_wait_timeout");

    private final Bench bench;
    private final LabPooler pooler;

    AdminView(Bench bench, LabPooler pooler) {
        this.bench = bench;
        this.pooler = pooler;
    }

    void show(Application web) throws Exception {
        table("pools", pooler.show("pools"), "database", "user", "cl_active", "cl_waiting", "sv_active", "sv_idle", "maxwait");
        table("stats", pooler.show("stats"), "database", "total_xact_count", "avg_xact_count", "avg_query_time", "avg_wait_time");
        states("clients");
        states("servers");
        Rows config = pooler.show("config");
        table("config", new Rows(config.columns(), config.rows().stream().filter(row -> SETTINGS.contains(row.getFirst())).toList()),
                "key", "value", "default", "changeable");
        reload(web);
    }

    private void table(String what, Rows rows, String... columns) {
        List<List<Object>> cells = new ArrayList<>();
        for (Map<String, String> row : rows.named()) {
            if ("pgbouncer".equals(row.get("database"))) continue;
            List<Object> line = new ArrayList<>();
            for (String column : columns) line.add(row.get(column));
            cells.add(line);
        }
        List<Column> heads = List.of(columns).stream().map(column -> new Column(column, Unit.TEXT)).toList();
        bench.table("show-" + what, "SHOW " + what.toUpperCase(Locale.ROOT), heads, cells, null);
    }

    /** Thirty rows say less than their sum. */
    private void states(String what) throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        for (Map<String, String> row : pooler.show(what).named())
            if (!"pgbouncer".equals(row.get("database"))) counts.merge(row.get("state"), 1, Integer::sum);
        List<List<Object>> rows = new ArrayList<>();
        counts.forEach((state, count) -> rows.add(List.of(state, count)));
        bench.table("show-" + what, "SHOW " + what.toUpperCase(Locale.ROOT) + ", by state",
                List.of(new Column("state", Unit.TEXT), new Column(what, Unit.COUNT)), rows, null);
    }

    private void reload(Application web) throws Exception {
        long before = servers();
        long errors = web.errors();
        String file = pooler.configuration().getFileName().toString();
        bench.event("pooler", Outcome.NOTE, "default_pool_size = " + MORE + " in " + file + ", RELOAD");
        pooler.set("default_pool_size", MORE);
        bench.await(PATIENCE, () -> servers() >= MORE);
        bench.figure("reload.servers-before", "server connections before RELOAD", before, Unit.COUNT);
        bench.figure("reload.servers-after", "server connections after RELOAD", servers(), Unit.COUNT);
        bench.figure("reload.errors", "clients that noticed", web.errors() - errors, Unit.COUNT);
    }

    private long servers() throws Exception {
        Rows pools = pooler.show("pools");
        return pools.sum("sv_active") + pools.sum("sv_idle");
    }
}
