package poollab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {
    @TempDir
    static Path home;

    static EmbeddedPostgres server;

    @BeforeAll
    static void start() {
        server = EmbeddedPostgres.start(Bench.folders(home), EmbeddedPostgres.Options.standard());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Connection application() throws SQLException {
        return Postgres.connect(server.url(), server.application(), "test");
    }

    private static String ask(String sql) throws SQLException {
        try (Connection observer = server.observe()) {
            return Postgres.query(observer, sql);
        }
    }

    @Test
    void it_is_the_packaged_version() {
        assertThat(server.product()).isEqualTo("PostgreSQL " + Binaries.VERSION);
        assertThat(server.kind()).isEqualTo(EngineKind.EMBEDDED);
        assertThat(server.alive()).isTrue();
        assertThat(server.readyAfter()).isPositive();
    }

    @Test
    void the_application_is_an_ordinary_role_that_owns_its_tables() throws SQLException {
        try (Connection connection = application()) {
            assertThat(Postgres.query(connection, "select rolsuper from pg_roles where rolname = current_user")).isEqualTo("f");
            Postgres.execute(connection, "alter table books add column note text", "alter table books drop column note");
        }
        assertThat(ask("select string_agg(distinct tableowner, ',') from pg_tables where schemaname = 'public'"))
                .isEqualTo("bookstore");
    }

    @Test
    void a_restart_takes_other_settings_keeps_data_and_logins_and_can_be_taken_back() throws SQLException {
        try (EmbeddedPostgres mine = EmbeddedPostgres.start(
                        Bench.folders(home), EmbeddedPostgres.Options.standard().withSetting("work_mem", "5MB"));
                Connection before = Postgres.connect(mine.url(), mine.application(), "test")) {
            Postgres.execute(before, "create table kept (id integer)");

            mine.restart(Map.of("max_connections", "30"));

            assertThatThrownBy(() -> Postgres.query(before, "select 1")).isInstanceOf(SQLException.class);
            assertThat(mine.alive()).isTrue();
            try (Connection after = Postgres.connect(mine.url(), mine.application(), "test")) {
                assertThat(Postgres.query(after, "show max_connections")).isEqualTo("30");
                assertThat(Postgres.query(after, "show work_mem")).isEqualTo("5MB");
                assertThat(Postgres.query(after, "select count(*) from kept")).isEqualTo("0");
            }
            mine.restart(Map.of());
            try (Connection after = Postgres.connect(mine.url(), mine.application(), "test")) {
                assertThat(Postgres.query(after, "show max_connections")).isEqualTo("200");
            }
        }
    }

    @Test
    void a_restart_with_an_impossible_setting_says_what_the_server_says_and_leaves_nothing() {
        EmbeddedPostgres mine = EmbeddedPostgres.start(Bench.folders(home), EmbeddedPostgres.Options.standard());
        try (mine) {
            assertThatThrownBy(() -> mine.restart(Map.of("max_connections", "many")))
                    .isInstanceOf(EnvironmentMissing.class)
                    .hasMessageContaining("max_connections");
            assertThat(mine.alive()).isFalse();
        }
        assertThat(mine.folder()).doesNotExist();
    }

    @Test
    void a_wrong_password_is_refused_for_every_role() {
        for (String role : List.of("bookstore", "observer", "postgres")) {
            for (String password : List.of("", "wrong", server.application().password() + "x")) {
                assertThatThrownBy(() -> Postgres.connect(server.url(), new Login(role, password), "test").close())
                        .isInstanceOf(SQLException.class);
            }
        }
    }

    @Test
    void nobody_is_trusted_and_passwords_are_kept_as_scram() throws SQLException {
        assertThat(ask("select string_agg(distinct auth_method, ',') from pg_hba_file_rules")).isEqualTo("scram-sha-256");
        assertThat(ask("select string_agg(rolname, ',' order by rolname) from pg_authid where rolpassword like 'SCRAM-SHA-256$%'"))
                .isEqualTo("bookstore,observer");
        assertThat(ask("select count(*) from pg_authid where rolcanlogin")).isEqualTo("2");
    }

    @Test
    void passwords_appear_neither_in_statistics_nor_in_the_folder() throws Exception {
        assertThat(ask("select count(*) from pg_stat_statements where query like '%SCRAM%'")).isEqualTo("0");
        assertThat(server.folder().resolve("data/observer.password")).doesNotExist();
        assertThat(Files.readString(server.folder().resolve("server.log"))).doesNotContain(server.observer().password());
    }

    @Test
    void two_passwords_are_never_the_same() {
        assertThat(server.application().password()).hasSizeGreaterThanOrEqualTo(24).matches("[A-Za-z0-9_-]+")
                .isNotEqualTo(server.observer().password());
    }

    @Test
    void it_listens_on_loopback_only() throws Exception {
        assertThat(ask("show listen_addresses")).isEqualTo("127.0.0.1");
        assertThat(ask("show unix_socket_directories")).isEmpty();
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(each.getInetAddresses())) {
                if (!address.getHostAddress().equals("127.0.0.1")) {
                    assertThatThrownBy(() -> {
                        try (var socket = new Socket()) {
                            socket.connect(new InetSocketAddress(address, server.port()), 2000);
                        }
                    }).isInstanceOf(java.io.IOException.class);
                }
            }
        }
    }

    @Test
    void durability_is_on_and_settings_do_not_depend_on_the_machine() throws SQLException {
        assertThat(ask("select string_agg(name || '=' || setting, ' ' order by name) from pg_settings where name in ('fsync',"
                        + "'synchronous_commit','full_page_writes','max_connections','superuser_reserved_connections',"
                        + "'reserved_connections','shared_preload_libraries','track_activity_query_size','server_encoding',"
                        + "'lc_messages','log_timezone')"))
                .isEqualTo("fsync=on full_page_writes=on lc_messages=C log_timezone=UTC max_connections=200 "
                        + "reserved_connections=0 server_encoding=UTF8 shared_preload_libraries=pg_stat_statements "
                        + "superuser_reserved_connections=3 synchronous_commit=on track_activity_query_size=4096");
        assertThat(ask("select setting from pg_file_settings where name = 'timezone'")).isEqualTo("UTC");
        assertThat(ask("select upper('ärger')")).isEqualTo("ÄRGER");
        assertThat(ask("select datlocprovider::text || ' ' || datlocale from pg_database where datname = 'bookstore'"))
                .isEqualTo("b C.UTF-8");
    }

    @Test
    void an_ordinary_role_meets_the_limit_at_197_and_the_observer_still_gets_in() throws Exception {
        List<Connection> open = new ArrayList<>();
        try {
            Bench.eventually("no other session is left", () -> ask(
                    "select count(*) from pg_stat_activity where backend_type = 'client backend'").equals("1"));
            for (int i = 0; i < 197; i++) {
                open.add(application());
            }
            assertThatThrownBy(() -> application().close())
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("53300"))
                    .hasMessageContaining("remaining connection slots are reserved for roles with the SUPERUSER attribute");
            try (Connection observer = server.observe()) {
                List<Session> sessions = server.sessions(observer);
                assertThat(sessions).hasSize(197).allSatisfy(session -> {
                    assertThat(session.role()).isEqualTo("bookstore");
                    assertThat(session.application()).isEqualTo("test");
                    assertThat(session.state()).isEqualTo("idle");
                });
            }
        } finally {
            for (Connection connection : open) {
                connection.close();
            }
        }
    }

    @Test
    void the_observer_sees_who_holds_the_lock_somebody_waits_for() throws Exception {
        String update = "update books set stock = stock + 1 where id = 1";
        try (Connection holder = application(); Connection waiter = application(); Connection observer = server.observe();
                Connection second = server.observe()) {
            holder.setAutoCommit(false);
            Postgres.execute(holder, update);
            Thread blocked = Thread.ofPlatform().start(() -> {
                try {
                    Postgres.execute(waiter, update);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            Bench.eventually("the second update waits",
                    () -> server.sessions(observer).stream().anyMatch(each -> !each.blockedBy().isEmpty()));
            List<Session> sessions = server.sessions(observer);
            assertThat(sessions).hasSize(2).extracting(Session::role).containsOnly("bookstore");
            Session first = sessions.getFirst();
            Session last = sessions.getLast();
            assertThat(first.state()).isEqualTo("idle in transaction");
            assertThat(first.openTransaction()).isTrue();
            assertThat(first.writes()).isTrue();
            assertThat(first.query()).isEqualTo(update);
            assertThat(last.waitEvent()).startsWith("Lock:");
            assertThat(last.blockedBy()).containsExactly(first.pid());
            if (Files.isDirectory(Path.of("/proc/self"))) {
                assertThat(first.memoryBytes().orElse(0)).isGreaterThan(100_000);
            }
            assertThat(second.isValid(5)).isTrue();
            holder.rollback();
            blocked.join();
        }
    }

    @Test
    void its_files_are_for_the_owner_only() throws Exception {
        if (Disk.isPosix(home)) {
            for (Path folder : List.of(server.folder(), server.folder().resolve("data"), home.resolve("sessions"))) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))).as(folder.toString())
                        .isEqualTo("rwx------");
            }
        }
    }

    @Test
    void no_password_is_on_a_command_line_and_little_is_in_the_environment() throws Exception {
        Bench.assumeLinux();
        for (ProcessHandle process : ProcessHandle.current().descendants().toList()) {
            String line = process.info().commandLine().orElse("");
            assertThat(line).doesNotContain(server.application().password(), server.observer().password());
        }
        String environment = Files.readString(Path.of("/proc", Long.toString(server.pid()), "environ"));
        assertThat(environment.split("\0")).allMatch(entry -> entry.matches("(?s)(PATH|LC_ALL|TZ|PWD|OLDPWD|_|SHLVL|PG\\w+)=.*"));
    }

    @Test
    void settings_can_be_changed_for_a_session_and_a_port_asked_for() throws Exception {
        int port = Ports.free();
        var options = EmbeddedPostgres.Options.standard().withPort(port).withSetting("max_connections", "30");
        try (var other = EmbeddedPostgres.start(Bench.folders(home), options); Connection observer = other.observe()) {
            assertThat(other.port()).isEqualTo(port);
            assertThat(Postgres.query(observer, "show max_connections")).isEqualTo("30");
            assertThat(ask("show max_connections")).isEqualTo("200");
            assertThat(other.observer().password()).isNotEqualTo(server.observer().password());
        }
    }

    @Test
    void a_port_asked_for_that_is_taken_is_said_so() {
        var options = EmbeddedPostgres.Options.standard().withPort(server.port());
        assertThatThrownBy(() -> EmbeddedPostgres.start(Bench.folders(home), options))
                .isInstanceOfSatisfying(EnvironmentMissing.class, e -> assertThat(e.advice()).contains("another port"))
                .hasMessage("Port " + server.port() + " on 127.0.0.1 is taken by another program.");
    }

    @Test
    void a_setting_postgresql_does_not_know_is_answered_with_the_servers_own_words() throws Exception {
        var options = EmbeddedPostgres.Options.standard().withSetting("max_conections", "30");
        assertThatThrownBy(() -> EmbeddedPostgres.start(Bench.folders(home), options))
                .isInstanceOf(EnvironmentMissing.class)
                .hasMessageContaining("PostgreSQL did not start")
                .hasMessageContaining("unrecognized configuration parameter \"max_conections\"");
        assertThat(Bench.sessionFiles(home)).hasSize(2);
    }

    @Test
    void another_server_beside_it_has_settings_of_its_own_and_offers_tls() throws SQLException {
        Path folder;
        try (Server other = server.beside(Map.of("max_connections", "55", "ssl", "on")).orElseThrow()) {
            folder = ((EmbeddedPostgres) other).folder();
            assertThat(other.port()).isNotEqualTo(server.port());
            Login login = other.application();
            String text = other.url() + "?sslmode=require&user=" + login.role() + "&password=" + login.password();
            try (Connection secured = DriverManager.getConnection(text)) {
                assertThat(Postgres.query(secured, "show max_connections")).isEqualTo("55");
                assertThat(Postgres.query(secured, "select ssl from pg_stat_ssl where pid = pg_backend_pid()")).isEqualTo("t");
            }
        }
        assertThat(folder).doesNotExist();
        assertThat(server.alive()).isTrue();
    }
}
