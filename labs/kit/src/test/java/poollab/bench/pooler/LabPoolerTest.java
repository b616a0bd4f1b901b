package poollab.bench.pooler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import poollab.engine.EmbeddedPostgres;
import poollab.engine.EnvironmentMissing;
import poollab.engine.Folders;

class LabPoolerTest {
    @TempDir
    static Path home;

    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() {
        server = EmbeddedPostgres.start(
                Folders.at(home, Path.of("target", "lab-cache").toAbsolutePath()), EmbeddedPostgres.Options.standard());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** In this process, in one of its own, and PgBouncer where it is. */
    static Stream<PoolerPlan> poolers() {
        PoolerPlan plan = PoolerPlan.of(server).set("pool_mode", "transaction").set("default_pool_size", 1);
        Stream<PoolerPlan> ours = Stream.of(plan.named("in-process"), plan.named("own-process").apart());
        return PoolerKind.PGBOUNCER.here()
                ? Stream.concat(ours, Stream.of(plan.named("pgbouncer").kind(PoolerKind.PGBOUNCER)))
                : ours;
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static Connection connect(LabPooler pooler) throws SQLException {
        return DriverManager.getConnection(pooler.text("web"));
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        try (Stream<Path> files = Files.list(server.folder())) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("pooler"))).isEmpty();
        }
        try (Stream<Path> sessions = Files.list(home.toRealPath().resolve("sessions"))) {
            assertThat(sessions.filter(Files::isDirectory)).containsExactly(server.folder());
        }
    }

    @ParameterizedTest
    @MethodSource("poolers")
    void two_clients_of_the_application_share_a_backend(PoolerPlan plan) throws Exception {
        try (LabPooler pooler = LabPooler.start(plan); Connection one = connect(pooler); Connection two = connect(pooler)) {
            assertThat(ask(one, "select pg_backend_pid()")).isEqualTo(ask(two, "select pg_backend_pid()"));
            Rows pools = pooler.show("pools").where("database", server.database());
            assertThat(pools.sum("cl_active")).isEqualTo(2);
            assertThat(pools.first("pool_mode")).contains("transaction");
        }
    }

    @ParameterizedTest
    @MethodSource("poolers")
    void a_wrong_password_is_refused(PoolerPlan plan) {
        try (LabPooler pooler = LabPooler.start(plan)) {
            String wrong = pooler.text("web").replaceAll("password=[^&]*", "password=wrong");
            assertThatThrownBy(() -> DriverManager.getConnection(wrong).close()).isInstanceOf(SQLException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("poolers")
    void a_setting_is_changed_in_the_file_and_reloaded(PoolerPlan plan) throws Exception {
        try (LabPooler pooler = LabPooler.start(plan)) {
            pooler.set("default_pool_size", 7);
            pooler.set("query_wait_timeout", 3);
            assertThat(Files.readString(pooler.configuration())).containsOnlyOnce("default_pool_size = 7").contains("query_wait_timeout = 3");
            assertThat(pooler.show("config").where("key", "default_pool_size").first("value")).contains("7");
            assertThat(pooler.show("config").where("key", "query_wait_timeout").first("value")).contains("3");
        }
    }

    @ParameterizedTest
    @MethodSource("poolers")
    void commands_of_the_console_are_the_poolers_own(PoolerPlan plan) throws Exception {
        try (LabPooler pooler = LabPooler.start(plan)) {
            pooler.admin("PAUSE");
            pooler.admin("RESUME");
            assertThatThrownBy(() -> pooler.admin("RESUME")).isInstanceOf(SQLException.class).hasMessageContaining("not paused");
        }
    }

    @ParameterizedTest
    @MethodSource("poolers")
    void a_killed_one_starts_again_on_its_port(PoolerPlan plan) throws Exception {
        try (LabPooler pooler = LabPooler.start(plan); Connection client = connect(pooler)) {
            pooler.set("default_pool_size", 3);
            ask(client, "select 1");

            pooler.kill();

            assertThat(pooler.running()).isFalse();
            assertThatThrownBy(() -> ask(client, "select 1")).isInstanceOf(SQLException.class);
            pooler.start();
            assertThat(pooler.show("config").where("key", "default_pool_size").first("value")).contains("3");
            try (Connection again = connect(pooler)) {
                assertThat(ask(again, "select 1")).isEqualTo("1");
            }
        }
    }

    @Test
    void one_in_its_own_process_has_another_pid() {
        try (LabPooler here = LabPooler.start(PoolerPlan.of(server)); LabPooler apart = LabPooler.start(PoolerPlan.of(server).apart())) {
            assertThat(here.pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(ProcessHandle.of(apart.pid())).isPresent().isNotEqualTo(ProcessHandle.of(here.pid()));
        }
    }

    @ParameterizedTest
    @EnumSource(PoolerKind.class)
    void a_setting_that_it_does_not_know_is_refused_with_its_own_words(PoolerKind kind) {
        assumeTrue(kind.here() && kind != PoolerKind.PGPOOL);
        assertThatThrownBy(() -> LabPooler.start(PoolerPlan.of(server).kind(kind).set("default_pool_sise", "1")))
                .isInstanceOf(EnvironmentMissing.class)
                .hasMessageContaining("default_pool_sise");
    }

    @Test
    void pgpool_serves_the_application() throws Exception {
        assumeTrue(PoolerKind.PGPOOL.here());
        PoolerPlan plan = PoolerPlan.of(server).kind(PoolerKind.PGPOOL).set("num_init_children", 4);
        try (LabPooler pooler = LabPooler.start(plan); Connection client = connect(pooler)) {
            assertThat(ask(client, "select current_user")).isEqualTo(server.application().role());
        }
    }

    @Test
    void another_name_of_the_database_has_settings_of_its_own() throws Exception {
        PoolerPlan plan = PoolerPlan.of(server).database("bookstore_one", "pool_size=1");
        try (LabPooler pooler = LabPooler.start(plan);
                Connection client = DriverManager.getConnection(pooler.text("bookstore_one", "web"))) {
            assertThat(ask(client, "select current_database()")).isEqualTo(server.database());
            assertThat(pooler.show("databases").where("name", "bookstore_one").first("pool_size")).contains("1");
        }
    }
}
