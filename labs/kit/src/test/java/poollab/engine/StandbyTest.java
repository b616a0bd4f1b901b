package poollab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandbyTest {
    @TempDir
    Path home;

    private EmbeddedPostgres start() {
        return EmbeddedPostgres.start(Bench.folders(home), EmbeddedPostgres.Options.standard());
    }

    private static void write(Server server, String sql) throws SQLException {
        try (Connection connection = Postgres.connect(server.url(), server.application(), "test")) {
            Postgres.execute(connection, sql);
        }
    }

    private static String ask(Server server, String sql) throws SQLException {
        try (Connection observer = server.observe()) {
            return Postgres.query(observer, sql);
        }
    }

    private static void awaitStock(Server server, int book, String stock) throws Exception {
        Bench.eventually("book " + book + " has a stock of " + stock,
                () -> ask(server, "select stock from books where id = " + book).equals(stock));
    }

    private static void assertReadOnly(Server server) {
        assertThatThrownBy(() -> write(server, "update books set stock = 1 where id = 1"))
                .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
    }

    @Test
    void a_standby_replays_refuses_to_write_and_writes_once_it_is_promoted() throws Exception {
        try (var primary = start()) {
            write(primary, "update books set stock = 11 where id = 1");
            EmbeddedPostgres standby;
            try (Server started = primary.standby(Map.of("work_mem", "5MB")).orElseThrow();
                    Connection reader = Postgres.connect(started.url(), started.application(), "test")) {
                standby = (EmbeddedPostgres) started;
                assertThat(ask(standby, "show work_mem")).isEqualTo("5MB");
                awaitStock(standby, 1, "11");
                write(primary, "update books set stock = 12 where id = 1");
                awaitStock(standby, 1, "12");
                assertThat(ask(primary, "select state from pg_stat_replication")).isEqualTo("streaming");
                assertThat(standby.port()).isNotEqualTo(primary.port());
                assertReadOnly(standby);

                standby.promote();

                write(standby, "update books set stock = 13 where id = 1");
                assertThat(Postgres.query(reader, "select stock from books where id = 1")).isEqualTo("13");
                assertThat(ask(primary, "select stock from books where id = 1")).isEqualTo("12");
                assertThatThrownBy(standby::promote)
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55000"));
            }
            assertThat(standby.folder()).doesNotExist();
            assertThat(Bench.lives(standby.pid())).isFalse();
            assertThat(primary.alive()).isTrue();
        }
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }

    @Test
    void a_standby_made_while_the_primary_works_gets_all_of_it() throws Exception {
        try (var primary = start()) {
            write(primary, "create table notes (id integer)");
            AtomicInteger written = new AtomicInteger();
            AtomicBoolean enough = new AtomicBoolean();
            Thread writer = Thread.ofPlatform().start(() -> {
                try (Connection connection = Postgres.connect(primary.url(), primary.application(), "test")) {
                    while (!enough.get()) {
                        // Files come and go under whoever copies.
                        Postgres.execute(connection, "insert into notes values (" + written.get() + ")",
                                "create table short_lived as select * from books", "drop table short_lived");
                        written.incrementAndGet();
                    }
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            Bench.eventually("it works", () -> written.get() > 3);
            try (Server standby = primary.standby(Map.of()).orElseThrow()) {
                int before = written.get();
                Bench.eventually("it went on", () -> written.get() > before);
                enough.set(true);
                writer.join();
                Bench.eventually("all is there", () -> ask(standby, "select count(*) from notes").equals("" + written.get()));
                assertThat(ask(standby, "select count(*) from books")).isEqualTo("" + Bookstore.BOOKS);
            }
        }
    }

    @Test
    void two_servers_change_places_and_lose_nothing() throws Exception {
        try (var first = start(); Server second = first.standby(Map.of()).orElseThrow()) {
            write(first, "update books set stock = 21 where id = 1");
            first.stop();
            first.stop();
            assertThat(first.alive()).isFalse();
            second.promote();
            assertThat(ask(second, "select stock from books where id = 1")).isEqualTo("21");

            first.follow(second);

            assertReadOnly(first);
            write(second, "update books set stock = 22 where id = 1");
            awaitStock(first, 1, "22");
            // And back again.
            second.stop();
            first.promote();
            second.follow(first);
            write(first, "update books set stock = 23 where id = 1");
            awaitStock(second, 1, "23");
        }
    }

    @Test
    void a_standby_outlives_its_primary_and_a_restart_keeps_it_one() throws Exception {
        Server standby;
        try (var primary = start()) {
            // More than the kit's limit: a standby must allow as much.
            primary.restart(Map.of("max_connections", "250"));
            standby = primary.standby(Map.of()).orElseThrow();
            assertThat(ask(standby, "show max_connections")).isEqualTo("250");
        }
        try (standby) {
            assertReadOnly(standby);
            standby.restart(Map.of());
            assertThat(ask(standby, "select pg_is_in_recovery()")).isEqualTo("t");
            standby.promote();
            write(standby, "update books set stock = 31 where id = 1");
        }
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }

    @Test
    void a_killed_server_starts_again_on_its_port_with_what_was_committed() throws Exception {
        try (var server = start(); Connection open = Postgres.connect(server.url(), server.application(), "test")) {
            int port = server.port();
            write(server, "update books set stock = 41 where id = 1");
            open.setAutoCommit(false);
            Postgres.execute(open, "update books set stock = 42 where id = 2", "update books set stock = 43 where id = 1");
            server.kill();
            assertThat(Files.exists(server.folder().resolve("data/postmaster.pid"))).isTrue();

            server.restart(Map.of());

            assertThat(server.port()).isEqualTo(port);
            assertThat(server.alive()).isTrue();
            assertThat(ask(server, "select stock from books where id = 1")).isEqualTo("41");
            assertThat(ask(server, "select stock from books where id = 2")).isNotEqualTo("42");
            assertThat(Files.readString(server.folder().resolve("server.log"))).contains("automatic recovery in progress");
        }
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }

    @Test
    void its_files_are_for_the_owner_only_and_what_it_logs_has_no_password() throws Exception {
        try (var primary = start(); Server standby = primary.standby(Map.of()).orElseThrow()) {
            if (Disk.isPosix(home)) {
                for (String name : new String[] {"data", "data/postgresql.auto.conf"}) {
                    var permissions = Files.getPosixFilePermissions(standby.folder().resolve(name));
                    assertThat(PosixFilePermissions.toString(permissions)).as(name).endsWith("------");
                }
            }
            for (Server each : new Server[] {primary, standby}) {
                assertThat(Files.readString(each.folder().resolve("server.log"))).doesNotContain(primary.observer().password());
            }
            assertThat(ask(standby, "select conninfo from pg_stat_wal_receiver")).doesNotContain(primary.observer().password());
        }
    }

    @Test
    void root_can_run_both_as_nobody() throws Exception {
        Bench.assumeRoot(home);
        Assumptions.assumeTrue(RunAs.SETPRIV.works()
                && Tools.succeeds(RunAs.SETPRIV.command(List.of("test", "-x", Bench.CACHE.getParent().toString()))));
        var options = EmbeddedPostgres.Options.standard();
        try (var first = EmbeddedPostgres.start(Bench.folders(home), options, RunAs.SETPRIV);
                Server second = first.standby(Map.of()).orElseThrow()) {
            first.stop();
            second.promote();
            first.follow(second);
            assertReadOnly(first);
        }
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }
}
