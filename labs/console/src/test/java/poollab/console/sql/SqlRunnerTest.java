package poollab.console.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import poollab.console.sql.SqlDesk.Role;
import poollab.engine.EmbeddedPostgres;
import poollab.engine.Folders;
import poollab.report.Ink;

/** On a real server, as a learner sees it. */
@Timeout(60)
class SqlRunnerTest {
    private static EmbeddedPostgres server;
    private static SqlDesk desk;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @BeforeAll
    static void start() {
        Path cache = Path.of("../kit/target/lab-cache").toAbsolutePath().normalize();
        server = EmbeddedPostgres.start(Folders.at(Path.of("target", "lab-home"), cache), EmbeddedPostgres.Options.standard());
        desk = new SqlDesk(() -> server);
    }

    @AfterAll
    static void stop() {
        desk.close();
        server.close();
    }

    private SqlRunner runner(Role role, OutputStream out, int columns) throws SQLException {
        return desk.runner(role, new PrintStream(out, true, StandardCharsets.UTF_8), Ink.PLAIN, columns);
    }

    private String shown(String sql, Format format, int columns) throws SQLException {
        bytes.reset();
        runner(Role.APPLICATION, bytes, columns).run(sql, format, false);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static final String MIXED = "select * from (values (1, 'plain', null), (20, '', 'two' || chr(10) || 'lines'),"
            + " (300, '日本', 'é😀')) as t(id, word, more)";

    @Test
    void a_table_shows_null_and_keeps_wide_letters_in_line() throws SQLException {
        assertThat(shown(MIXED, Format.TABLE, 80)).isEqualTo("""
                 id  │ word  │   more
                ─────┼───────┼───────────
                   1 │ plain │ [NULL]
                  20 │       │ two↵lines
                 300 │ 日本  │ é😀
                (3 rows)
                """);
    }

    @Test
    void a_result_without_rows_has_its_heading() throws SQLException {
        assertThat(shown("select 1 as a, 'x' as b where false", Format.AUTO, 80)).isEqualTo("""
                 a │ b
                ───┼───
                (0 rows)
                """);
    }

    @Test
    void a_table_too_wide_is_shown_vertically() throws SQLException {
        assertThat(shown("select 1 as id, repeat('x', 30) as long, null as nothing", Format.AUTO, 40)).isEqualTo("""
                -[ RECORD 1 ]-
                id      │ 1
                long    │ xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
                nothing │ [NULL]
                (1 row)
                """);
    }

    @Test
    void csv_quotes_what_needs_it() throws SQLException {
        assertThat(shown("select 'a,b' as x, 'say \"hi\"' as y, '' as empty, null as nothing", Format.CSV, 80))
                .isEqualTo("x,y,empty,nothing\r\n\"a,b\",\"say \"\"hi\"\"\",\"\",\r\n");
    }

    @Test
    void json_keeps_numbers_truth_and_null() throws SQLException {
        assertThat(shown("select 1 as n, 2.5 as d, true as t, null as nothing, 'NaN'::float8 as nan, 'a\"b' as s", Format.JSON, 80))
                .isEqualTo("""
                        [
                          {"n": 1, "d": 2.5, "t": true, "nothing": null, "nan": "NaN", "s": "a\\"b"}
                        ]
                        """);
        assertThat(shown("select 1 as n where false", Format.JSON, 80)).isEqualTo("[]\n");
    }

    @Test
    void markdown_escapes_its_own_bars() throws SQLException {
        assertThat(shown("select 1 as n, 'a|b' as s, null as nothing", Format.MARKDOWN, 80)).isEqualTo("""
                | n | s | nothing |
                | ---: | --- | --- |
                | 1 | a\\|b | *NULL* |
                """);
    }

    @Test
    void an_error_points_at_its_place_and_names_its_state() throws SQLException {
        assertThat(shown("select id\nfrom book", Format.AUTO, 80)).isEqualTo("""
                ERROR:  relation "book" does not exist
                LINE 2: from book
                             ^
                SQLSTATE: 42P01
                """);
    }

    @Test
    void changes_notices_and_transactions_are_told_as_in_psql() throws SQLException {
        SqlRunner runner = runner(Role.APPLICATION, bytes, 80);
        assertThat(runner.mark()).isEqualTo("=");
        assertThat(runner.run("begin", Format.AUTO, false)).isTrue();
        assertThat(runner.run("update books set stock = stock where id <= 3", Format.AUTO, false)).isTrue();
        assertThat(runner.mark()).isEqualTo("=*");
        assertThat(runner.run("select 1/0", Format.AUTO, false)).isFalse();
        assertThat(runner.mark()).isEqualTo("=!");
        assertThat(runner.run("rollback", Format.AUTO, false)).isTrue();
        assertThat(runner.run("do $$ begin raise notice 'hello'; end $$", Format.AUTO, false)).isTrue();
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("BEGIN\n", "UPDATE 3\n", "SQLSTATE: 22012", "ROLLBACK\n", "NOTICE:  hello");
    }

    @Test
    void a_statement_is_cancelled_and_the_connection_lives_on() throws Exception {
        SqlRunner runner = runner(Role.APPLICATION, bytes, 80);
        CompletableFuture<Boolean> running =
                CompletableFuture.supplyAsync(() -> runner.run("select pg_sleep(60)", Format.AUTO, false));
        while (!running.isDone()) {
            runner.cancel();
            Thread.sleep(20);
        }
        assertThat(running.get()).isFalse();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("canceling statement due to user request", "57014");
        assertThat(shown("select 1 as one", Format.CSV, 80)).isEqualTo("one\r\n1\r\n");
    }

    @Test
    void a_huge_result_comes_in_pieces_and_stops_when_it_is_cancelled() throws Exception {
        CountDownLatch some = new CountDownLatch(1);
        long[] written = {0};
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {
                if (++written[0] == 100_000) some.countDown();
            }
        };
        SqlRunner runner = runner(Role.APPLICATION, out, 80);
        CompletableFuture<Boolean> running = CompletableFuture.supplyAsync(
                () -> runner.run("select i, repeat('x', 1000) from generate_series(1, 20000000) i", Format.TABLE, false));
        assertThat(some.await(30, TimeUnit.SECONDS)).isTrue();
        runner.cancel();
        running.get(30, TimeUnit.SECONDS);
        assertThat(written[0]).isLessThan(5_000_000_000L);
        assertThat(shown("select 1 as one", Format.CSV, 80)).isEqualTo("one\r\n1\r\n");
    }

    @Test
    void a_slow_later_chunk_is_cancelled_too() throws Exception {
        // The first rows come at once; the server sleeps on a row of the second chunk.
        String slow = "select i, case when i = 600 then pg_sleep(50) end from generate_series(1, 1000) i";
        CountDownLatch some = new CountDownLatch(1);
        long[] written = {0};
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {
                if (++written[0] == 1_000) some.countDown();
            }
        };
        SqlRunner runner = runner(Role.APPLICATION, out, 80);
        CompletableFuture<Boolean> running = CompletableFuture.supplyAsync(() -> runner.run(slow, Format.TABLE, false));
        assertThat(some.await(20, TimeUnit.SECONDS)).isTrue();
        while (true) {
            bytes.reset();
            runner(Role.OBSERVER, bytes, 80).run(
                    "select count(*) from pg_stat_activity where wait_event = 'PgSleep'", Format.CSV, false);
            if (bytes.toString(StandardCharsets.UTF_8).contains("\n1")) break;
            Thread.sleep(20);
        }
        runner.cancel();
        running.get(20, TimeUnit.SECONDS);
        assertThat(shown("select 1 as one", Format.CSV, 80)).isEqualTo("one\r\n1\r\n");
    }

    @Test
    void the_observer_sees_the_application() throws SQLException {
        runner(Role.APPLICATION, bytes, 80);
        bytes.reset();
        runner(Role.OBSERVER, bytes, 80).run(
                "select current_user, count(*) filter (where application_name = 'lab sql') as seen from pg_stat_activity",
                Format.CSV, false);
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("current_user,seen\r\nobserver,1\r\n");
    }

    @Test
    void a_connection_that_broke_is_replaced() throws SQLException {
        shown("select pg_terminate_backend(pg_backend_pid())", Format.CSV, 80);
        assertThat(shown("select 1 as one", Format.CSV, 80)).isEqualTo("one\r\n1\r\n");
    }
}
