package poollab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BookstoreTest {
    @TempDir
    static Path home;

    static EmbeddedPostgres server;
    static Connection connection;

    @BeforeAll
    static void start() throws SQLException {
        server = EmbeddedPostgres.start(Bench.folders(home), EmbeddedPostgres.Options.standard());
        connection = Postgres.connect(server.url(), server.application(), "test");
        Postgres.execute(connection, "set timezone = 'UTC'");
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        server.close();
    }

    private static String fingerprint(String table, String key) throws SQLException {
        return Postgres.query(connection,
                "select count(*) || ' ' || md5(string_agg(t::text, ' ' order by " + key + ")) from " + table + " t");
    }

    @Test
    void every_build_has_the_same_rows() throws SQLException {
        assertThat(fingerprint("customers", "id")).isEqualTo("4000 fc459a2553fb00e192a0c740b531dc46");
        assertThat(fingerprint("books", "id")).isEqualTo("1200 10ab1959109b70adf3ef1ba89ecd844d");
        assertThat(fingerprint("orders", "id")).isEqualTo("30000 dbfe3a54e310024ccc627246956bb522");
        assertThat(fingerprint("order_items", "order_id, book_id")).isEqualTo("119371 638adad117b632c6c1761ac37d9237cb");
    }

    @Test
    void the_constants_say_what_is_there() throws SQLException {
        assertThat(fingerprint("customers", "id")).startsWith(Bookstore.CUSTOMERS + " ");
        assertThat(fingerprint("books", "id")).startsWith(Bookstore.BOOKS + " ");
        assertThat(fingerprint("orders", "id")).startsWith(Bookstore.ORDERS + " ");
        assertThat(Bookstore.SCHEMA_VERSION).matches("[0-9a-f]{12}");
    }

    @Test
    void new_rows_get_the_next_numbers() throws SQLException {
        connection.setAutoCommit(false);
        assertThat(Postgres.query(connection, "insert into orders (customer_id) values (1) returning id")).isEqualTo("30001");
        connection.rollback();
        connection.setAutoCommit(true);
    }

    @Test
    void tables_are_analysed_and_every_title_is_there_once() throws SQLException {
        assertThat(Postgres.query(connection, "select count(*) from pg_class where relnamespace = 'public'::regnamespace "
                        + "and relkind = 'r' and reltuples > 0")).isEqualTo("4");
        assertThat(Postgres.query(connection, "select count(distinct title) from books")).isEqualTo("1200");
    }

    @Test
    void the_report_takes_many_times_as_long_as_a_point_read() throws SQLException {
        long report = Long.MAX_VALUE;
        long read = Long.MAX_VALUE;
        try (PreparedStatement reads = connection.prepareStatement(Bookstore.POINT_READ);
                PreparedStatement reports = connection.prepareStatement(Bookstore.REPORT)) {
            for (int i = 1; i <= 5; i++) {
                reads.setInt(1, i);
                long start = System.nanoTime();
                try (ResultSet row = reads.executeQuery()) {
                    assertThat(row.next()).isTrue();
                }
                read = Math.min(read, System.nanoTime() - start);
                start = System.nanoTime();
                try (ResultSet rows = reports.executeQuery()) {
                    for (int n = 0; n < 9; n++) {
                        assertThat(rows.next()).isTrue();
                    }
                    assertThat(rows.next()).isFalse();
                }
                report = Math.min(report, System.nanoTime() - start);
            }
        }
        assertThat((double) report / read).isGreaterThan(20);
    }
}
