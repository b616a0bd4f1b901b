package poollab.pooler.blackbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What prometheus-community's pgbouncer_exporter 0.12.1 asks, as Go's lib/pq asks it, and makes of the answers. As strict
 * as it is: what it could not read, or not take for a label, is an AssertionError here.
 */
final class Exporter {
    /** Table, then column=metric; without a metric the column is a label. A * marks a counter, µ one that counts microseconds. */
    private static final List<String> TABLES = List.of(
            "databases name host port database force_user pool_mode pool_size=pool_size reserve_pool_size=reserve_pool"
                    + " max_connections=max_connections current_connections=current_connections paused=paused disabled=disabled",
            "stats_totals database query_count=*queries_pooled_total query_time=µqueries_duration_seconds_total bytes_received=*received_bytes_total"
                    + " bytes_sent=*sent_bytes_total wait_time=µclient_wait_seconds_total xact_count=*sql_transactions_pooled_total"
                    + " xact_time=µserver_in_transaction_seconds_total client_parse_count=*client_parses_total"
                    + " server_parse_count=*server_parses_total bind_count=*binds_total server_assignment_count=*server_assignments_total",
            "pools database user cl_active=client_active_connections cl_active_cancel_req=client_active_cancel_connections"
                    + " cl_waiting=client_waiting_connections cl_waiting_cancel_req=client_waiting_cancel_connections"
                    + " sv_active=server_active_connections sv_active_cancel=server_active_cancel_connections"
                    + " sv_being_canceled=server_being_canceled_connections sv_idle=server_idle_connections sv_used=server_used_connections"
                    + " sv_tested=server_testing_connections sv_login=server_login_connections maxwait=client_maxwait_seconds");
    private static final Map<String, String> LISTS = Map.ofEntries(Map.entry("databases", "databases"), Map.entry("users", "users"), Map.entry("pools", "pools"),
            Map.entry("free_clients", "free_clients"), Map.entry("used_clients", "used_clients"), Map.entry("login_clients", "login_clients"),
            Map.entry("free_servers", "free_servers"), Map.entry("used_servers", "used_servers"), Map.entry("dns_names", "cached_dns_names"),
            Map.entry("dns_zones", "cached_dns_zones"), Map.entry("dns_queries", "in_flight_dns_queries"));
    private static final Map<String, String> CONFIG = Map.of("max_client_conn", "max_client_connections", "max_user_connections", "max_user_connections");

    private final RawClient console;
    private final Map<String, Double> series = new TreeMap<>();
    private final Map<String, String> types = new TreeMap<>();

    private Exporter(RawClient console) {
        this.console = console;
    }

    /** Its series, as {@link PrometheusText#series}, and the types of its metrics. */
    record Export(Map<String, Double> series, Map<String, String> types) {}

    static Export scrape(RawClient console) {
        Exporter exporter = new Exporter(console);
        exporter.ask("SHOW STATS");
        exporter.version();
        exporter.pairs("SHOW LISTS;", "", LISTS);
        exporter.pairs("SHOW CONFIG;", "config_", CONFIG);
        exporter.clients();
        TABLES.forEach(exporter::table);
        exporter.put("gauge", "pgbouncer_up", Map.of(), 1);
        return new Export(exporter.series, exporter.types);
    }

    private Reply ask(String query) {
        Reply reply = console.query(query);
        if (!reply.error().isEmpty() || !reply.types().matches("TD*CZ")) throw new AssertionError(query + ": " + reply.messages());
        return reply;
    }

    private void put(String type, String name, Map<String, String> labels, double value) {
        types.put(name, type);
        if (series.put(PrometheusText.key(name, labels), value) != null) throw new AssertionError("twice: " + name + labels);
    }

    private void version() {
        Reply reply = ask("SHOW VERSION;");
        if (!names(reply).equals(List.of("version"))) throw new AssertionError(names(reply));
        put("gauge", "pgbouncer_version_info", Map.of("version", reply.value()), 1);
    }

    /** First column the name, second the value; and then at most the default and what may be changed. */
    private void pairs(String query, String prefix, Map<String, String> wanted) {
        Reply reply = ask(query);
        int columns = names(reply).size();
        if (prefix.isEmpty() ? columns != 2 : columns != 3 && columns != 4) throw new AssertionError(columns + " columns");
        for (List<Optional<String>> row : reply.rows()) {
            row.getLast().orElseThrow();
            String metric = wanted.get(row.getFirst().orElseThrow());
            if (metric != null) put("gauge", "pgbouncer_" + prefix + metric, Map.of(), Double.parseDouble(row.get(1).orElseThrow()));
        }
        if (wanted.values().stream().anyMatch(metric -> !types.containsKey("pgbouncer_" + prefix + metric))) throw new AssertionError(query + " lacks one of " + wanted.keySet());
    }

    private void clients() {
        Reply reply = ask("SHOW CLIENTS;");
        if (!names(reply).containsAll(List.of("database", "user", "state", "application_name"))) throw new AssertionError(names(reply));
        reply.table().stream()
                .collect(Collectors.groupingBy(row -> Map.of("database", row.get("database"), "user", row.get("user"),
                        "application_name", row.get("application_name"), "state", row.get("state")), Collectors.counting()))
                .forEach((labels, count) -> put("gauge", "pgbouncer_client_connections", labels, count));
    }

    private void table(String line) {
        String[] words = line.split(" ");
        Reply reply = ask("SHOW " + words[0] + ";");
        List<Message.Column> columns = reply.only('T').columns();
        List<String> names = names(reply);
        for (List<Optional<String>> row : reply.rows()) {
            Map<String, String> labels = new TreeMap<>();
            List<String[]> metrics = new ArrayList<>();
            for (int i = 1; i < words.length; i++) {
                String[] parts = words[i].split("=");
                int at = names.indexOf(parts[0]);
                if (at < 0) throw new AssertionError(words[0] + " has no column " + parts[0]);
                if (parts.length == 1) labels.put(parts[0], label(columns.get(at), row.get(at)));
                else metrics.add(new String[] {parts[1], row.get(at).orElseThrow()});
            }
            for (String[] metric : metrics) {
                boolean micros = metric[0].startsWith("µ");
                boolean counts = micros || metric[0].startsWith("*");
                put(counts ? "counter" : "gauge", "pgbouncer_" + words[0] + "_" + metric[0].replaceFirst("[*µ]", ""), labels,
                        Double.parseDouble(metric[1]) / (micros ? 1e6 : 1));
            }
        }
    }

    /** Text and whole numbers; what lib/pq leaves as bytes, such as numeric, the exporter cannot take. */
    private static String label(Message.Column column, Optional<String> value) {
        if (!List.of(25, 1043, 20, 21, 23).contains(column.type())) throw new AssertionError(column + " is no label");
        return value.orElse("");
    }

    private static List<String> names(Reply reply) {
        return reply.only('T').columns().stream().map(Message.Column::name).toList();
    }
}
