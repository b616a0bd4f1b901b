package poollab.pooler.metrics;

import static poollab.pooler.metrics.Exposition.Type.COUNTER;
import static poollab.pooler.metrics.Exposition.Type.GAUGE;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import poollab.pooler.metrics.TableMetrics.Measure;

/** All metrics: what pgbouncer_exporter 0.12.1 makes of the console's tables, its words included, and the histogram of waits. */
final class Catalog {
    /** The tables it is made from. */
    static final List<String> TABLES = List.of("version", "lists", "config", "databases", "stats_totals", "pools");

    private static final List<String> CLIENT_LABELS = List.of("database", "user", "application_name", "state");

    private static final TableMetrics DATABASES = new TableMetrics("databases", List.of("name", "host", "port", "database", "force_user", "pool_mode"),
            gauge("pool_size", "pool_size", "Maximum number of server connections"),
            gauge("reserve_pool_size", "reserve_pool", "Maximum number of additional connections for this database"),
            gauge("max_connections", "max_connections", "Maximum number of allowed connections for this database"),
            gauge("current_connections", "current_connections", "Current number of connections for this database"),
            gauge("paused", "paused", "1 if this database is currently paused, else 0"),
            gauge("disabled", "disabled", "1 if this database is currently disabled, else 0"));

    private static final TableMetrics TOTALS = new TableMetrics("stats_totals", List.of("database"),
            counter("query_count", "queries_pooled_total", "Total number of SQL queries pooled"),
            seconds("query_time", "queries_duration_seconds_total",
                    "Total number of seconds spent by pgbouncer when actively connected to PostgreSQL, executing queries"),
            counter("bytes_received", "received_bytes_total", "Total volume in bytes of network traffic received by pgbouncer, shown as bytes"),
            counter("bytes_sent", "sent_bytes_total", "Total volume in bytes of network traffic sent by pgbouncer, shown as bytes"),
            seconds("wait_time", "client_wait_seconds_total", "Time spent by clients waiting for a server in seconds"),
            counter("xact_count", "sql_transactions_pooled_total", "Total number of SQL transactions pooled"),
            seconds("xact_time", "server_in_transaction_seconds_total",
                    "Total number of seconds spent by pgbouncer when connected to PostgreSQL in a transaction, either idle in transaction or executing queries"),
            counter("client_parse_count", "client_parses_total", "Total number of prepared statement Parse messages received from clients"),
            counter("server_parse_count", "server_parses_total", "Total number of prepared statement Parse messages sent by pgbouncer to PostgreSQL"),
            counter("bind_count", "binds_total", "Total number of prepared statements readied for execution with a Bind message"),
            counter("server_assignment_count", "server_assignments_total",
                    "Total number of client connections which have been served since process start"));

    private static final TableMetrics POOLS = new TableMetrics("pools", List.of("database", "user"),
            gauge("cl_active", "client_active_connections",
                    "Client connections linked to server connection and able to process queries, shown as connection"),
            gauge("cl_active_cancel_req", "client_active_cancel_connections",
                    "Client connections that have forwarded query cancellations to the server and are waiting for the server response"),
            gauge("cl_waiting", "client_waiting_connections", "Client connections waiting on a server connection, shown as connection"),
            gauge("cl_waiting_cancel_req", "client_waiting_cancel_connections",
                    "Client connections that have not forwarded query cancellations to the server yet"),
            gauge("sv_active", "server_active_connections", "Server connections linked to a client connection, shown as connection"),
            gauge("sv_active_cancel", "server_active_cancel_connections", "Server connections that are currently forwarding a cancel request."),
            gauge("sv_being_canceled", "server_being_canceled_connections",
                    "Servers that normally could become idle but are waiting to do so until all in-flight cancel requests have completed that were sent to cancel a query on this server."),
            gauge("sv_idle", "server_idle_connections", "Server connections idle and ready for a client query, shown as connection"),
            gauge("sv_used", "server_used_connections",
                    "Server connections idle more than server_check_delay, needing server_check_query, shown as connection"),
            gauge("sv_tested", "server_testing_connections",
                    "Server connections currently running either server_reset_query or server_check_query, shown as connection"),
            gauge("sv_login", "server_login_connections", "Server connections currently in the process of logging in, shown as connection"),
            // The exporter reads whole seconds only.
            new Measure("client_maxwait_seconds", GAUGE, "Age of oldest unserved client connection, shown as second",
                    row -> row.number("maxwait").add(row.micros("maxwait_us")), BigDecimal::max));

    private static final KeyedMetrics LISTS = KeyedMetrics.of(
            "databases", "databases", "Count of databases",
            "users", "users", "Count of users",
            "pools", "pools", "Count of pools",
            "free_clients", "free_clients", "Count of free clients",
            "used_clients", "used_clients", "Count of used clients",
            "login_clients", "login_clients", "Count of clients in login state",
            "free_servers", "free_servers", "Count of free servers",
            "used_servers", "used_servers", "Count of used servers",
            "dns_names", "cached_dns_names", "Count of DNS names in the cache",
            "dns_zones", "cached_dns_zones", "Count of DNS zones in the cache",
            "dns_queries", "in_flight_dns_queries", "Count of in-flight DNS queries");

    private static final KeyedMetrics CONFIG = KeyedMetrics.of(
            "max_client_conn", "config_max_client_connections", "Config maximum number of client connections",
            "max_user_connections", "config_max_user_connections", "Config maximum number of server connections per user");

    private Catalog() {}

    static void write(Snapshot snapshot, Exposition out) {
        out.metric("pgbouncer_up", GAUGE, "The pgbouncer scrape succeeded");
        out.sample("pgbouncer_up", List.of(), List.of(), BigDecimal.ONE);
        out.metric("pgbouncer_version_info", GAUGE, "The pgbouncer version info");
        out.sample("pgbouncer_version_info", List.of("version"), snapshot.tables().get("version").rows().getFirst(), BigDecimal.ONE);
        LISTS.write(snapshot.tables().get("lists"), out);
        CONFIG.write(snapshot.tables().get("config"), out);
        clients(snapshot.clients(), out);
        DATABASES.write(snapshot.tables().get("databases"), out);
        TOTALS.write(snapshot.tables().get("stats_totals"), out);
        POOLS.write(snapshot.tables().get("pools"), out);
        WaitHistogram.write(snapshot.waits(), out);
    }

    private static void clients(Map<Snapshot.ClientGroup, Integer> groups, Exposition out) {
        String name = "pgbouncer_client_connections";
        out.metric(name, GAUGE, "Number of client connections grouped by database, user, application name, and state");
        groups.forEach((group, count) -> out.sample(name, CLIENT_LABELS, group.labels(), BigDecimal.valueOf(count)));
    }

    private static Measure gauge(String column, String name, String help) {
        return Measure.summed(name, GAUGE, help, row -> row.number(column));
    }

    private static Measure counter(String column, String name, String help) {
        return Measure.summed(name, COUNTER, help, row -> row.number(column));
    }

    private static Measure seconds(String column, String name, String help) {
        return Measure.summed(name, COUNTER, help, row -> row.micros(column));
    }
}
