package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import poollab.engine.EmbeddedPostgres;
import poollab.engine.Folders;
import poollab.engine.Server;
import poollab.engine.Session;

/** What only a real server can say about the pools. */
@Timeout(60)
class RealServerPoolTest {
    private static final PoolSettings SETTINGS = new PoolSettings(3, Duration.ofSeconds(10));

    private static final Folders FOLDERS = Folders.at(Path.of("target", "lab-home"), Path.of("target", "lab-cache"));

    private static Server server;
    private static Connection observer;

    private final List<ConnectionPools> made = new ArrayList<>();

    private static Server startServer() throws Exception {
        return EmbeddedPostgres.start(FOLDERS, EmbeddedPostgres.Options.standard());
    }

    @BeforeAll
    static void start() throws Exception {
        server = startServer();
        observer = server.observe();
    }

    @AfterAll
    static void stop() throws SQLException {
        if (observer != null) observer.close();
        if (server != null) server.close();
    }

    @AfterEach
    void closedPoolsLeaveNoBackend() {
        made.forEach(ConnectionPools::close);
        Await.until(() -> sessions().isEmpty());
    }

    private KeyedPools keyed() {
        return kept(new KeyedPools(SETTINGS, PoolListener.NONE));
    }

    private <T extends ConnectionPools> T kept(T pools) {
        made.add(pools);
        return pools;
    }

    private static String text() {
        return text(server);
    }

    private static String text(Server server) {
        return server.url() + "?user=" + encoded(server.application().role()) + "&password="
                + encoded(server.application().password()) + "&ApplicationName=shop";
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static List<Session> sessions() {
        try {
            return server.sessions(observer);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String pid(Connection connection) throws SQLException {
        return ask(connection, "select pg_backend_pid()");
    }

    private static void terminate(String pid) throws SQLException {
        ask(observer, "select pg_terminate_backend(" + pid + ")");
        Await.until(() -> sessions().stream().noneMatch(session -> session.pid() == Integer.parseInt(pid)));
    }

    @Test
    void theNextBorrowerFindsNothingOfTheLastOne() throws Exception {
        KeyedPools pools = keyed();
        String pid;
        try (Connection connection = pools.open(text())) {
            pid = pid(connection);
            run(connection, "set statement_timeout = '50ms'");
            run(connection, "set search_path = pg_catalog");
            run(connection, "create temp table mine (id int)");
            run(connection, "prepare by_hand as select 1");
            run(connection, "listen news");
            ask(connection, "select pg_advisory_lock(42)");
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setReadOnly(true);
        }
        assertThat(ask(observer, "select count(*) from pg_locks where locktype = 'advisory'"))
                .as("the lock is gone as soon as the connection is back")
                .isEqualTo("0");
        try (Connection connection = pools.open(text())) {
            assertThat(pid(connection)).isEqualTo(pid);
            assertThat(ask(connection, "show statement_timeout")).isEqualTo("0");
            assertThat(ask(connection, "show search_path")).contains("public");
            assertThat(ask(connection, "select to_regclass('pg_temp.mine')")).isNull();
            assertThat(ask(connection, "select count(*) from pg_prepared_statements where name = 'by_hand'")).isEqualTo("0");
            assertThat(ask(connection, "select count(*) from pg_listening_channels()")).isEqualTo("0");
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(connection.isReadOnly()).isFalse();
        }
    }

    @Test
    void whatTheDriverSetAtTheLoginSurvivesTheReset() throws Exception {
        String settings = "select string_agg(name || '=' || setting, ' ' order by name) from pg_settings where name in "
                + "('application_name', 'extra_float_digits', 'DateStyle', 'TimeZone', 'client_encoding')";
        KeyedPools pools = keyed();
        String fresh;
        try (Connection connection = pools.open(text())) {
            fresh = ask(connection, settings);
        }
        assertThat(fresh).contains("application_name=shop");
        try (Connection connection = pools.open(text())) {
            assertThat(ask(connection, settings)).isEqualTo(fresh);
        }
    }

    @Test
    void anOpenTransactionIsRolledBackHoweverItWasBegun() throws Exception {
        KeyedPools pools = keyed();
        for (boolean bySql : new boolean[] {false, true}) {
            Connection connection = pools.open(text());
            String pid = pid(connection);
            if (bySql) run(connection, "begin");
            else connection.setAutoCommit(false);
            run(connection, "create table half_done (id int)");
            connection.close();
            assertThat(sessions()).allMatch(session -> session.state().equals("idle") && !session.openTransaction());
            try (Connection next = pools.open(text())) {
                assertThat(pid(next)).isEqualTo(pid);
                assertThat(next.getAutoCommit()).isTrue();
                assertThat(ask(next, "select to_regclass('half_done')")).isNull();
            }
        }
    }

    @Test
    void aFailedTransactionDoesNotCostTheConnection() throws Exception {
        KeyedPools pools = keyed();
        Connection connection = pools.open(text());
        connection.setAutoCommit(false);
        assertThatThrownBy(() -> run(connection, "select nonsense")).isInstanceOf(SQLException.class);
        connection.close();
        assertThat(pools.counters().hardDisconnects()).isZero();
        try (Connection next = pools.open(text())) {
            assertThat(ask(next, "select 1")).isEqualTo("1");
        }
    }

    @Test
    void preparedStatementsGoOnWorkingAfterTheReset() throws Exception {
        KeyedPools pools = keyed();
        for (int round = 0; round < 4; round++)
            try (Connection connection = pools.open(text() + "&prepareThreshold=2")) {
                for (int i = 0; i < 5; i++)
                    try (PreparedStatement statement = connection.prepareStatement("select ?::int + 1")) {
                        statement.setInt(1, i);
                        try (ResultSet result = statement.executeQuery()) {
                            result.next();
                            assertThat(result.getInt(1)).isEqualTo(i + 1);
                            assertThat(result.getStatement()).isSameAs(statement);
                        }
                    }
                assertThat(ask(connection, "select count(*) from pg_prepared_statements where statement like 'select $1::int%'"))
                        .as("the driver did prepare it on the server in round %d", round)
                        .isEqualTo("1");
            }
        assertThat(pools.counters().hardConnects()).isEqualTo(1);
    }

    @Test
    void withoutAResetTheNextBorrowerInheritsTheSetting() throws Exception {
        KeyedPools pools = kept(new KeyedPools(
                new PoolSettings(1, Duration.ofSeconds(10), ConnectionReset.NONE), PoolListener.NONE));
        try (Connection connection = pools.open(text())) {
            run(connection, "set statement_timeout = '50ms'");
            run(connection, "begin");
        }
        try (Connection connection = pools.open(text())) {
            assertThat(ask(connection, "show statement_timeout")).isEqualTo("50ms");
        }
    }

    @Test
    void aBackendKilledWhileIdleReachesNobody() throws Exception {
        KeyedPools pools = keyed();
        Connection first = pools.open(text());
        String pid = pid(first);
        first.close();
        terminate(pid);
        Thread.sleep(10); // beyond the 5 ms in which an idle connection is trusted
        try (Connection next = pools.open(text())) {
            assertThat(pid(next)).isNotEqualTo(pid);
        }
        assertThat(pools.counters().hardDisconnects()).isEqualTo(1);
        assertThat(pools.counters().softConnects()).isEqualTo(2);
    }

    @Test
    void aBackendKilledInUseIsNotKeptWhetherItsBorrowerNoticedOrNot() throws Exception {
        KeyedPools pools = keyed();
        for (boolean noticed : new boolean[] {true, false}) {
            Connection connection = pools.open(text());
            String pid = pid(connection);
            terminate(pid);
            if (noticed)
                assertThatThrownBy(() -> run(connection, "select 1")).extracting("SQLState").isEqualTo("57P01");
            connection.close();
            assertThat(pools.counters().pooledConnections()).isZero();
            try (Connection next = pools.open(text())) {
                assertThat(pid(next)).isNotEqualTo(pid);
            }
        }
    }

    @Test
    void stasisIsIdleInTransactionOnTheServer() throws Exception {
        KeyedPools pools = keyed();
        AmbientTransaction ambient = new AmbientTransaction();
        try (Connection connection = pools.open(text(), ambient)) {
            run(connection, "create table if not exists stasis_proof (id int)");
        }
        assertThat(pools.counters().stasisConnections()).isEqualTo(1);
        assertThat(sessions()).singleElement().satisfies(session -> {
            assertThat(session.state()).isEqualTo("idle in transaction");
            assertThat(session.openTransaction()).isTrue();
        });
        try (Connection again = pools.open(text(), ambient)) {
            run(again, "drop table stasis_proof");
        }
        ambient.commit();
        assertThat(pools.counters().stasisConnections()).isZero();
        assertThat(sessions()).singleElement().satisfies(session -> assertThat(session.state()).isEqualTo("idle"));
    }

    @Test
    void aDroppedTransactionIsRolledBackWhenItsConnectionIsReclaimed() throws Exception {
        KeyedPools pools = keyed();
        drop(pools);
        Await.until(() -> {
            System.gc();
            return pools.counters().freeConnections() == 1;
        });
        assertThat(pools.counters().reclaimedConnections()).isEqualTo(1);
        assertThat(sessions()).singleElement().satisfies(session -> assertThat(session.openTransaction()).isFalse());
    }

    private static void drop(KeyedPools pools) throws SQLException {
        Connection connection = pools.open(text());
        connection.setAutoCommit(false);
        ask(connection, "select pg_advisory_xact_lock(7)");
    }

    @Test
    void everyPoolsCountsAreTheServers() throws Exception {
        for (ConnectionPools pools : List.of(
                keyed(),
                kept(new HikariPools(SETTINGS, PoolListener.NONE)),
                kept(new Unpooled(SETTINGS, PoolListener.NONE)))) {
            Connection first = pools.open(text());
            Connection second = pools.open(text());
            assertThat(ask(first, "select 1")).isEqualTo("1");
            first.close();
            Await.until(() -> sessions().size() == pools.counters().activeHardConnections());
            assertThat(sessions().size()).isGreaterThanOrEqualTo(1);
            second.close();
            Invariants.check(pools.counters());
            pools.close();
            Await.until(() -> sessions().isEmpty());
            assertThat(pools.counters().activeHardConnections()).isZero();
        }
    }

    /** Each of three processes has a modest pool of ten, and the server has room for twelve, its reserve included. */
    @Test
    void poolsThatAreTooManyTogetherMeetTheServersLimit() throws Exception {
        List<Connection> held = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        List<KeyedPools> processes = new ArrayList<>();
        try (Server small = EmbeddedPostgres.start(FOLDERS, EmbeddedPostgres.Options.standard().withSetting("max_connections", "12"));
                Connection observer = small.observe()) {
            for (int process = 0; process < 3; process++) {
                KeyedPools pools = new KeyedPools(new PoolSettings(10, Duration.ofSeconds(10)).withoutBlocking(), PoolListener.NONE);
                processes.add(pools);
                for (int i = 0; i < 10; i++) {
                    try {
                        held.add(pools.open(text(small)));
                    } catch (SQLException e) {
                        refusals.add(e.getSQLState());
                    }
                }
                Invariants.check(pools.counters());
            }
            int room = Integer.parseInt(ask(observer, "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
                    + " - current_setting('reserved_connections')::int - 1")); // this observer
            assertThat(held).hasSize(room);
            assertThat(refusals).hasSize(30 - room).containsOnly("53300");
            processes.forEach(KeyedPools::close);
        }
    }

    @Test
    void closingThePoolsStopsWhatABorrowerIsRunning() throws Exception {
        for (ConnectionPools pools : List.of(keyed(), kept(new Unpooled(SETTINGS, PoolListener.NONE)))) {
            Connection busy = pools.open(text());
            Thread query = Thread.ofVirtual().start(() -> {
                try {
                    run(busy, "select pg_sleep(600)");
                } catch (SQLException expected) {
                    // cut off
                }
            });
            Await.until(() -> sessions().stream().anyMatch(session -> session.state().equals("active")));
            pools.close();
            query.join();
            Await.until(() -> sessions().isEmpty());
        }
    }

    @Test
    void aCredentialAndACallbackLogIn() throws Exception {
        KeyedPools pools = keyed();
        String role = server.application().role();
        String password = server.application().password();
        try (Connection connection = pools.open(server.url(), new Identity.Credential(role, password))) {
            assertThat(ask(connection, "select current_user")).isEqualTo(role);
        }
        try (Connection connection = pools.open(server.url() + "?user=" + role, new Identity.TokenCallback(() -> password))) {
            assertThat(ask(connection, "select current_user")).isEqualTo(role);
        }
        assertThatThrownBy(() -> pools.open(server.url(), new Identity.Credential(role, "wrong-one")))
                .hasMessageNotContaining("wrong-one")
                .extracting("SQLState")
                .isEqualTo("28P01");
    }

    @Test
    void aWrongPasswordIsTheServersOwnWordAndShowsNoSecret() {
        KeyedPools pools = keyed();
        assertThatThrownBy(() -> pools.open(server.url() + "?user=" + server.application().role() + "&password=wrong-one"))
                .isInstanceOf(SQLException.class)
                .hasMessageNotContaining("wrong-one")
                .extracting("SQLState")
                .isEqualTo("28P01");
    }
}
