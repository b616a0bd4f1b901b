package poollab.labs.monitoring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import poollab.bench.Bench;
import poollab.bench.SeriesRecorder;
import poollab.bench.Unit;
import poollab.monitoring.Expression;
import poollab.monitoring.PromQl;
import poollab.monitoring.Sample;
import poollab.monitoring.SeriesStore;
import poollab.monitoring.Value;
import poollab.report.Dashboard;

/** The run's dashboard: one row for each question that somebody asks first, over all scenes. */
final class Panel {
    private static final Map<String, Expression> ROWS = new LinkedHashMap<>();

    static {
        row("clients waiting", "sum(pgbouncer_pools_client_waiting_connections)");
        row("maxwait, s", "max(pgbouncer_pools_client_maxwait_seconds)");
        row("server connections", "sum(pgbouncer_pools_server_active_connections) + sum(pgbouncer_pools_server_idle_connections)");
        row("requests waiting", "sum(poollab_clientpool_waiting_requests)");
        row("client pools", "sum(poollab_clientpool_active_connection_pools)");
        row("backends", "sum(pg_stat_activity_count)");
        row("idle backends", "sum(pg_stat_activity_count{state=\"idle\"})");
        row("idle in transaction", "sum(pg_stat_activity_count{state=\"idle in transaction\"})");
        row("errors", "sum(poollab_application_errors_total)");
    }

    private static final String ALERTS = "alerts firing";

    private final SeriesRecorder series;

    private static void row(String name, String expression) {
        ROWS.put(name, PromQl.parse(expression));
    }

    Panel(Bench bench) {
        List<String> names = new ArrayList<>(ROWS.keySet());
        names.add(ALERTS);
        series = bench.series(Dashboard.SERIES, "Dashboard", Unit.COUNT, names);
    }

    void add(SeriesStore store, long at, Set<String> firing) {
        double[] values = new double[ROWS.size() + 1];
        int i = 0;
        for (Expression row : ROWS.values()) values[i++] = highest(row, store, at);
        values[i] = firing.size();
        series.add(values);
    }

    /** 0 where it comes to nothing. */
    static double highest(Expression expression, SeriesStore store, long at) {
        return expression.at(store, at) instanceof Value.Vector vector
                ? vector.samples().stream().mapToDouble(Sample::value).filter(Double::isFinite).max().orElse(0)
                : 0;
    }
}
