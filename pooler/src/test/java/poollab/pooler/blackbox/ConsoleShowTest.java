package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the console shows. */
class ConsoleShowTest {
    private static PoolerRig rig;
    private static RawClient admin;
    private static RawClient client;

    @BeforeAll
    static void start() {
        rig = PoolerRig.with("default_pool_size = 2");
        admin = rig.admin();
        client = rig.client("application_name", "shown");
        client.query("select 1");
    }

    @AfterAll
    static void stop() {
        client.close();
        admin.close();
        rig.close();
    }

    /** Lines of PgBouncer 1.25.2's own answers: the command, then name:type of each column. */
    static Stream<String> columns() throws IOException {
        try (InputStream in = ConsoleShowTest.class.getResourceAsStream("show-columns.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("columns")
    void columnsHaveTheirNamesAndTypes(String line) {
        String command = line.substring(0, line.indexOf(" = "));
        assumeTrue(PoolerUnderTest.isPeer() || !command.equals("SHOW FDS"), "a JVM cannot hand over its sockets; see ConsoleTest");
        Reply reply = admin.query(command);
        assertThat(reply.error()).isEmpty();
        String columns = reply.only('T').columns().stream()
                .map(column -> column.name() + ":" + column.type()).collect(Collectors.joining(" "));
        assertThat(command + " = " + columns).isEqualTo(line);
        assertThat(reply.tags()).containsExactly("SHOW");
        assertThat(reply.status()).isEqualTo('I');
    }

    @Test
    void theVersionBeginsAsToolsExpectIt() {
        assertThat(admin.query("show version").value()).startsWith("PgBouncer 1.25.2");
    }

    @Test
    void poolsShowWhoUsesThem() {
        client.query("begin");
        Map<String, String> pool = row("show pools", "database", PostgresRig.DATABASE);
        assertThat(pool).containsEntry("user", PostgresRig.APP).containsEntry("cl_active", "1")
                .containsEntry("cl_waiting", "0").containsEntry("sv_active", "1").containsEntry("pool_mode", "transaction")
                .containsEntry("maxwait", "0");
        client.query("commit");
        assertThat(row("show pools", "database", PostgresRig.DATABASE)).containsEntry("sv_active", "0")
                .containsEntry("sv_idle", "1");
        assertThat(row("show pools", "database", "pgbouncer")).containsEntry("user", "pgbouncer")
                .containsEntry("pool_mode", "statement").containsEntry("cl_active", "1");
    }

    @Test
    void clientsAndServersShowEachOther() {
        client.query("begin");
        Map<String, String> mine = row("show clients", "database", PostgresRig.DATABASE);
        Map<String, String> server = row("show servers", "database", PostgresRig.DATABASE);
        assertThat(mine).containsEntry("type", "C").containsEntry("state", "active")
                .containsEntry("application_name", "shown").containsEntry("user", PostgresRig.APP)
                .containsEntry("addr", "127.0.0.1").containsEntry("close_needed", "0").containsEntry("replication", "none")
                .containsEntry("local_port", "" + rig.port()).containsEntry("link", server.get("ptr"));
        assertThat(server).containsEntry("type", "S").containsEntry("state", "active")
                .containsEntry("link", mine.get("ptr")).containsEntry("remote_pid", "" + client.backendPid());
        client.query("commit");
        assertThat(row("show clients", "database", PostgresRig.DATABASE)).containsEntry("state", "idle")
                .containsEntry("link", "");
        assertThat(row("show servers", "database", PostgresRig.DATABASE)).containsEntry("state", "idle");
    }

    @Test
    void databasesShowTheirEntriesAndTheConsole() {
        assertThat(row("show databases", "name", PostgresRig.DATABASE)).containsEntry("host", "127.0.0.1")
                .containsEntry("port", "" + PostgresRig.get().port()).containsEntry("database", PostgresRig.DATABASE)
                .containsEntry("force_user", "").containsEntry("pool_size", "2").containsEntry("paused", "0")
                .containsEntry("disabled", "0").containsEntry("current_client_connections", "1");
        assertThat(row("show databases", "name", "pgbouncer")).containsEntry("pool_size", "2")
                .containsEntry("force_user", "pgbouncer").containsEntry("pool_mode", "statement");
    }

    @Test
    void listsTotalsAndStateHaveTheirRowsInOrder() {
        assertThat(names("show lists")).containsExactly("databases", "users", "peers", "pools", "peer_pools",
                "free_clients", "used_clients", "login_clients", "free_servers", "used_servers", "dns_names", "dns_zones",
                "dns_queries", "dns_pending");
        assertThat(names("show totals")).startsWith("total_server_assignment_count", "total_xact_count")
                .contains("avg_ps_bind_count").hasSize(22);
        assertThat(names("show mem")).contains("user_cache", "client_cache", "server_cache", "iobuf_cache");
        assertThat(admin.query("show state").table().stream().map(Map::values).map(Object::toString))
                .containsExactly("[active, yes]", "[paused, no]", "[suspended, no]");
    }

    @Test
    void configShowsAllSettingsInOrder() {
        assertThat(names("show config")).contains("admin_users", "default_pool_size", "pool_mode", "verbose").isSorted()
                .hasSizeGreaterThanOrEqualTo(98);
        assertThat(row("show config", "key", "default_pool_size")).containsEntry("value", "2")
                .containsEntry("default", "20").containsEntry("changeable", "yes");
        assertThat(row("show config", "key", "listen_port")).containsEntry("value", "" + rig.port())
                .containsEntry("changeable", "no");
    }

    @Test
    void statsCountTransactionsAndQueries() {
        long before = Long.parseLong(row("show stats", "database", PostgresRig.DATABASE).get("total_query_count"));
        long transactions = Long.parseLong(row("show stats", "database", PostgresRig.DATABASE).get("total_xact_count"));
        client.query("begin");
        client.query("select 1; select 2");
        client.query("commit");
        Map<String, String> after = row("show stats", "database", PostgresRig.DATABASE);
        assertThat(Long.parseLong(after.get("total_query_count"))).isEqualTo(before + 3);
        assertThat(Long.parseLong(after.get("total_xact_count"))).isEqualTo(transactions + 1);
    }

    @Test
    void helpIsANotice() {
        Reply reply = admin.query("show help");
        assertThat(reply.types()).isEqualTo("NCZ");
        assertThat(reply.only('N').fields()).containsEntry('M', "Console usage").containsKey('D');
        assertThat(reply.tags()).containsExactly("SHOW");
    }

    private static Map<String, String> row(String command, String key, String value) {
        return admin.query(command).table().stream().filter(row -> row.get(key).equals(value)).findFirst().orElseThrow();
    }

    private static List<String> names(String command) {
        return admin.query(command).rows().stream().map(row -> row.getFirst().orElseThrow()).toList();
    }
}
