package poollab.pooler.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import poollab.pooler.config.Config;
import poollab.pooler.config.ConfigException;
import poollab.pooler.config.Key;
import poollab.pooler.log.Log;
import poollab.pooler.net.Loop;
import poollab.pooler.session.Core;
import poollab.pooler.session.Events;
import poollab.pooler.session.Pool;
import poollab.pooler.session.Stats;

/** Columns, order and types as PgBouncer 1.25.2 showed them. */
class TablesTest {
    private static final String SOCKET = "type user database replication state addr port local_addr local_port connect_time request_time wait wait_us"
            + " close_needed ptr link remote_pid tls application_name prepared_statements id";
    private static final String SOCKET_TYPES = "TTTTTTITITTIIITTITTII";
    private static final String BUFFERS = " recv_pos pkt_pos pkt_remain send_pos send_remain pkt_avail send_avail";

    private long now = 1_000_000_000_000L;
    private Core core;
    private AdminConsole console;

    @BeforeEach
    void a_pooler_that_nobody_has_called_yet() throws IOException, ConfigException {
        Config config = Config.parse(Path.of("test.ini"), """
                [databases]
                a = host=h1,h2 port=1 pool_size=3 max_db_connections=7 pool_mode=transaction
                b = user=forced
                [users]
                limited = pool_size=4 max_user_connections=5
                [peers]
                2 = host=/tmp
                [pgbouncer]
                default_pool_size = 9
                """);
        core = new Core(new Loop(() -> now, defect -> { throw defect; }), new Log(null), Events.NONE, config);
        console = new AdminConsole(core, () -> true, () -> {});
        core.console(console);
        core.inventory.adopt(config);
    }

    @ParameterizedTest
    @CsvSource({
        "pools, TTIIIIIIIIIIIIITT, database user cl_active cl_waiting cl_active_cancel_req cl_waiting_cancel_req sv_active sv_active_cancel"
                + " sv_being_canceled sv_idle sv_used sv_tested sv_login maxwait maxwait_us pool_mode load_balance_hosts",
        "peer_pools, IIIII, peer_id cl_active_cancel_req cl_waiting_cancel_req sv_active_cancel sv_login",
        "stats, TNNNNNNNNNNNNNNNNNNNNNN, database total_server_assignment_count total_xact_count total_query_count total_received total_sent"
                + " total_xact_time total_query_time total_wait_time total_client_parse_count total_server_parse_count total_bind_count"
                + " avg_server_assignment_count avg_xact_count avg_query_count avg_recv avg_sent avg_xact_time avg_query_time avg_wait_time"
                + " avg_client_parse_count avg_server_parse_count avg_bind_count",
        "stats_totals, TNNNNNNNNNNN, database server_assignment_count xact_count query_count bytes_received bytes_sent xact_time query_time"
                + " wait_time client_parse_count server_parse_count bind_count",
        "stats_averages, TNNNNNNNNNNN, database server_assignment_count xact_count query_count bytes_received bytes_sent xact_time query_time"
                + " wait_time avg_client_parse_count avg_server_parse_count avg_bind_count",
        "totals, TN, name value",
        "clients, " + SOCKET_TYPES + ", " + SOCKET,
        "servers, " + SOCKET_TYPES + ", " + SOCKET,
        "sockets, " + SOCKET_TYPES + "IIIIIII, " + SOCKET + BUFFERS,
        "active_sockets, " + SOCKET_TYPES + "IIIIIII, " + SOCKET + BUFFERS,
        "databases, TTITTIIIITTIIIIII, name host port database force_user pool_size min_pool_size reserve_pool_size server_lifetime pool_mode"
                + " load_balance_hosts max_connections current_connections max_client_connections current_client_connections paused disabled",
        "peers, ITII, peer_id host port pool_size",
        "config, TTTT, key value default changeable",
        "lists, TI, list items",
        "users, TTTTIIII, name pool_size reserve_pool_size pool_mode max_user_connections current_connections max_user_client_connections"
                + " current_client_connections",
        "mem, TIIII, name size used free memtotal",
        "dns_hosts, TLT, hostname ttl addrs",
        "dns_zones, TLI, zonename serial count",
        "state, TT, key value",
        "version, T, version"})
    void a_table_has_PgBouncers_columns(String name, String types, String columns) {
        Table table = console.table(name);
        assertThat(String.join(" ", table.names())).isEqualTo(columns);
        assertThat(table.columns().stream().map(column -> letter(column.type())).collect(Collectors.joining())).isEqualTo(types);
        assertThat(table.rows()).allSatisfy(row -> assertThat(row).hasSize(table.columns().size()));
    }

    private static String letter(Table.Type type) {
        return switch (type) {
            case TEXT -> "T";
            case INT4 -> "I";
            case INT8 -> "L";
            case NUMERIC -> "N";
        };
    }

    @Test
    void the_names_of_tables_may_be_written_in_any_case_and_an_unknown_one_names_those_there_are() {
        assertThat(console.table("POOLS").rows()).hasSize(1);
        assertThatThrownBy(() -> console.table("poools")).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("poools").hasMessageContaining("peer_pools");
    }

    @Test
    void the_console_is_a_pool_and_a_database_of_its_own() {
        assertThat(console.table("pools").rows().getFirst()).startsWith("pgbouncer", "pgbouncer", "0").endsWith("statement", (String) null);
        assertThat(row("databases", "pgbouncer")).startsWith("pgbouncer", null, "6432", "pgbouncer", "pgbouncer", "2");
    }

    @Test
    void a_database_shows_what_holds_for_it() {
        assertThat(row("databases", "a")).containsExactly("a", "h1,h2", "1", "a", null, "3", "0", "0", "3600", "transaction", "round-robin", "7", "0", "0", "0", "0", "0");
        assertThat(row("databases", "b")).containsExactly("b", null, "5432", "b", "forced", "9", "0", "0", "3600", null, null, "0", "0", "0", "0", "0", "0");
    }

    @Test
    void a_users_unset_size_is_empty_and_a_set_one_padded() {
        assertThat(row("users", "limited")).containsExactly("limited", "        4", "", null, "5", "0", "0", "0");
        assertThat(row("users", "forced")).containsExactly("forced", "", "", null, "0", "0", "0", "0");
    }

    @Test
    void config_shows_all_settings_in_order() {
        List<List<String>> rows = console.table("config").rows();
        assertThat(rows).hasSize(Key.values().length);
        assertThat(row("config", "metrics_port")).containsExactly("metrics_port", "0", "0", "no");
        assertThat(row("config", "metrics_addr")).containsExactly("metrics_addr", "127.0.0.1", "127.0.0.1", "no");
        assertThat(row("config", "default_pool_size")).containsExactly("default_pool_size", "9", "20", "yes");
        assertThat(row("config", "unix_socket_mode")).containsExactly("unix_socket_mode", "511", "0777", "no");
        assertThat(rows.stream().map(List::getFirst).toList()).startsWith("admin_users").endsWith("verbose");
    }

    @Test
    void lists_and_memory_have_PgBouncers_rows() {
        assertThat(firsts("lists")).containsExactly("databases", "users", "peers", "pools", "peer_pools", "free_clients", "used_clients", "login_clients",
                "free_servers", "used_servers", "dns_names", "dns_zones", "dns_queries", "dns_pending");
        assertThat(firsts("mem")).containsExactly("user_cache", "credentials_cache", "db_cache", "peer_cache", "peer_pool_cache", "pool_cache",
                "outstanding_request_cache", "server_cache", "client_cache", "iobuf_cache", "var_list_cache", "server_prepared_statement_cache");
        assertThat(row("mem", "db_cache").get(2)).isEqualTo("3");
    }

    @Test
    void the_version_begins_as_PgBouncers() {
        assertThat(console.table("version").rows().getFirst().getFirst()).startsWith("PgBouncer 1.25.2 ");
    }

    @Test
    void the_state_is_exactly_one_of_three() {
        assertThat(console.table("state").rows()).containsExactly(List.of("active", "yes"), List.of("paused", "no"), List.of("suspended", "no"));
        core.standstill.pause(null);
        assertThat(console.table("state").rows()).containsExactly(List.of("active", "no"), List.of("paused", "yes"), List.of("suspended", "no"));
        core.standstill.resume(null);
        core.standstill.suspend();
        assertThat(console.table("state").rows()).containsExactly(List.of("active", "no"), List.of("paused", "no"), List.of("suspended", "yes"));
        core.standstill.resume(null);
        assertThat(console.table("state").rows().getFirst()).containsExactly("active", "yes");
    }

    @Test
    void totals_add_up_over_all_pools() {
        Pool pool = core.pools().getFirst();
        pool.stats.queries = 5;
        pool.stats.received = 70;
        assertThat(row("totals", "total_query_count")).containsExactly("total_query_count", "5");
        assertThat(row("totals", "total_client_bytes")).containsExactly("total_client_bytes", "70");
        assertThat(firsts("totals")).hasSize(22);
    }

    @Test
    void averages_are_per_second_and_times_per_event() {
        Stats before = new Stats();
        before.queries = 10;
        Stats after = new Stats();
        after.queries = 40;
        after.queryTime = 300;
        after.received = 1000;
        after.waitTime = 500;
        Stats average = StatTables.average(after, before, 2_000_000);
        assertThat(average.queries).isEqualTo(15);
        assertThat(average.queryTime).isEqualTo(10);
        assertThat(average.received).isEqualTo(500);
        assertThat(average.waitTime).as("nobody got a server").isZero();
        assertThat(StatTables.average(after, before, 0).queries).isZero();
    }

    private List<String> firsts(String table) {
        return console.table(table).rows().stream().map(List::getFirst).toList();
    }

    private List<String> row(String table, String first) {
        return console.table(table).rows().stream().filter(row -> row.getFirst().equals(first)).findFirst().orElseThrow();
    }
}
