package poollab.labs.monitoring;

import java.util.Arrays;
import java.util.List;
import poollab.bench.Words;

/** What goes wrong in the other labs, with the metric that shows it and the alerts that tell of it. */
enum Fault {
    ALL("", "", "", ""),
    LEAK("01", "five connections are never given back, three requests wait",
            "poollab_clientpool_waiting_requests", "max(poollab_clientpool_waiting_requests)", "ClientPoolExhausted"),
    TRANSACTION("01", "five transactions are begun and never ended",
            "pg_stat_activity_count", "sum(pg_stat_activity_count{state=\"idle in transaction\"})",
            "PostgresIdleInTransaction"),
    RECLAIMED("01", "connections are dropped without a close; the garbage collector comes by",
            "poollab_clientpool_reclaimed_connections_total", "max(poollab_clientpool_reclaimed_connections_total)",
            "ClientPoolReclaimed"),
    STASIS("01", "an ambient transaction has no end",
            "poollab_clientpool_stasis_connections", "max(poollab_clientpool_stasis_connections)", "ClientPoolStasis"),
    FRAGMENTATION("02", "15 tenants stand in the connection string",
            "poollab_clientpool_active_connection_pools", "max(poollab_clientpool_active_connection_pools)",
            "ClientPoolFragmented"),
    OVERLOAD("03", "70 requests at once on a server that takes 60",
            "pg_stat_activity_count", "sum(pg_stat_activity_count)", "PostgresNearlyFull", "ApplicationErrors"),
    CHURN("04", "a pool that may open eight connections keeps one",
            "poollab_clientpool_hard_connects_total", "max(rate(poollab_clientpool_hard_connects_total[1m]))",
            "ClientPoolChurn"),
    OVERSIZE("05", "a pool of 40 for one user",
            "pg_stat_activity_count", "sum(pg_stat_activity_count{state=\"idle\"})", "PostgresMostlyIdle"),
    BUDGET("06", "four instances may open 20 each; the server takes 60",
            "poollab_clientpool_max_connections", "sum(poollab_clientpool_max_connections)", "ConnectionBudgetExceeded"),
    SATURATION("07", "30 clients, always asking, on four server connections",
            "pgbouncer_pools_client_waiting_connections", "sum(pgbouncer_pools_client_waiting_connections)",
            "PoolerClientsWaiting", "PoolerServersAtLimit"),
    /** No metric knows what a session remembers. */
    SESSION_STATE("08", "a client's SET stays on the server connection; the next client has it",
            "", ""),
    PREPARED("09", "the driver prepares statements, the pooler does not keep track",
            "poollab_application_errors_total", "sum(poollab_application_errors_total)", "ApplicationErrors"),
    WAITING("10", "a transaction without an end holds each of the four server connections",
            "pgbouncer_pools_client_maxwait_seconds", "max(pgbouncer_pools_client_maxwait_seconds)",
            "PoolerClientsWaitLong"),
    SERVER_DOWN("11", "the server is killed",
            "pg_up", "1 - min(pg_up)", "PostgresDown"),
    POOLER_DOWN("11", "the pooler is killed",
            "up", "1 - min(up{job=\"pooler\"})", "PoolerDown", "PoolerMetricsMissing"),
    /** Only the load that nothing is wrong with. */
    NONE("", "", "", "");

    final String lab;
    /** What happens on the stage. */
    final String what;
    /** By its name, as a learner looks for it. */
    final String metric;
    /** What of it stands in the record: a number, which is higher in the fault than in the healthy run. */
    final String watched;
    final List<String> alerts;

    Fault(String lab, String what, String metric, String watched, String... alerts) {
        this.lab = lab;
        this.what = what;
        this.metric = metric;
        this.watched = watched;
        this.alerts = List.of(alerts);
    }

    String id() {
        return Words.of(this);
    }

    /** Who acts, in the run's events. */
    String actor() {
        return lab.isEmpty() ? "healthy" : "lab " + lab;
    }

    /** Those that a metric shows. */
    static List<Fault> shown() {
        return Arrays.stream(values()).filter(fault -> !fault.alerts.isEmpty()).toList();
    }

    /** Those that are staged when this one is asked for. */
    List<Fault> staged() {
        if (this == NONE) return List.of();
        if (this != ALL) return List.of(this);
        return Arrays.stream(values()).filter(fault -> fault != ALL && fault != NONE).toList();
    }
}
