package poollab.labs.monitoring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.Rows;
import poollab.monitoring.Labels;
import poollab.monitoring.Sample;

/** What pgbouncer_exporter makes of PgBouncer's console: the tables that the lab's rules need, under its names. */
final class Exporter implements Target {
    private static final Map<String, String> POOLS = names(
            "cl_active", "client_active_connections", "cl_waiting", "client_waiting_connections",
            "sv_active", "server_active_connections", "sv_idle", "server_idle_connections",
            "sv_login", "server_login_connections", "maxwait", "client_maxwait_seconds");
    private static final Map<String, String> DATABASES =
            names("pool_size", "pool_size", "current_connections", "current_connections", "paused", "paused");

    private final LabPooler pooler;

    Exporter(LabPooler pooler) {
        this.pooler = pooler;
    }

    @Override
    public String job() {
        return "pooler";
    }

    @Override
    public List<Sample> scrape() throws Exception {
        List<Sample> samples = new ArrayList<>(List.of(new Sample("pgbouncer_up", Labels.NONE, 1)));
        add(samples, "pools", pooler.show("pools"), List.of("database", "user"), POOLS);
        add(samples, "databases", pooler.show("databases"), List.of("name", "host", "port", "database", "force_user", "pool_mode"),
                DATABASES);
        return samples;
    }

    private static void add(List<Sample> samples, String group, Rows table, List<String> labels, Map<String, String> metrics) {
        for (Map<String, String> row : table.named()) {
            Map<String, String> own = new LinkedHashMap<>();
            for (String label : labels) own.put(label, row.get(label) == null ? "" : row.get(label));
            metrics.forEach((column, metric) -> samples.add(new Sample(
                    "pgbouncer_" + group + "_" + metric, new Labels(own), Double.parseDouble(row.get(column)))));
        }
    }

    private static Map<String, String> names(String... columnsAndMetrics) {
        Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < columnsAndMetrics.length; i += 2) names.put(columnsAndMetrics[i], columnsAndMetrics[i + 1]);
        return names;
    }
}
