package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** PostgreSQL's Java driver through the pooler in transaction mode, with few server connections and more clients than those. */
class PgjdbcTest {
    private static final int CLIENTS = 12;
    private static PoolerRig rig;

    @BeforeAll
    static void start() {
        rig = PoolerRig.with("auth_type = scram-sha-256", "default_pool_size = 3", "ignore_startup_parameters = extra_float_digits");
    }

    @AfterAll
    static void stop() {
        rig.close();
    }

    private static Connection connect(String options) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + rig.port() + "/" + DATABASE + "?sslmode=disable&" + options, APP, APP_PASSWORD);
    }

    /** 1: a name from the first execution; 0: never a name; and the driver's default. */
    @ParameterizedTest
    @ValueSource(strings = {"prepareThreshold=1", "prepareThreshold=0", "prepareThreshold=5", "preferQueryMode=simple", "prepareThreshold=1&binaryTransfer=true"})
    void manyClientsGetTheirOwnRows(String options) throws Exception {
        List<Future<Integer>> clients = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int client = 0; client < CLIENTS; client++) {
                int own = client;
                clients.add(threads.submit(() -> wrongRows(options, own)));
            }
            for (Future<Integer> client : clients) assertThat(client.get(60, TimeUnit.SECONDS)).isZero();
        }
        assertThat(PostgresRig.get().backends(DATABASE, APP)).isLessThanOrEqualTo(3);
    }

    private static int wrongRows(String options, int own) throws SQLException {
        int wrong = 0;
        try (Connection connection = connect(options);
                PreparedStatement one = connection.prepareStatement("select ?::int, name from item where id = ?");
                PreparedStatement two = connection.prepareStatement("select ?::text || '!'")) {
            for (int i = 0; i < 40; i++) {
                int id = 1 + (own + i) % 10;
                one.setInt(1, own);
                one.setInt(2, id);
                two.setString(1, "client " + own);
                try (ResultSet rows = one.executeQuery()) {
                    if (!rows.next() || rows.getInt(1) != own || !rows.getString(2).equals("item " + id)) wrong++;
                }
                try (ResultSet rows = two.executeQuery()) {
                    if (!rows.next() || !rows.getString(1).equals("client " + own + "!")) wrong++;
                }
            }
        }
        return wrong;
    }

    /** C09: with a fetch size the driver needs a named portal, inside a transaction. */
    @Test
    void aCursorWithAFetchSizeIsReadToItsEnd() throws SQLException {
        try (Connection connection = connect("prepareThreshold=1")) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(100);
                int rows = 0;
                try (ResultSet result = statement.executeQuery("select generate_series(1, 2500)")) {
                    while (result.next()) rows++;
                }
                assertThat(rows).isEqualTo(2500);
            }
            connection.commit();
        }
    }

    @Test
    void batchesOfThousandsOfStatementsAreAnswered() throws SQLException {
        try (Connection connection = connect("reWriteBatchedInserts=false");
                Statement table = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement("insert into copied values (?, ?)")) {
            table.execute("delete from copied");
            for (int i = 0; i < 5000; i++) {
                insert.setInt(1, i);
                insert.setString(2, "row " + i);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(5000).containsOnly(1);
            try (ResultSet count = table.executeQuery("select count(*), sum(id) from copied")) {
                count.next();
                assertThat(count.getInt(1)).isEqualTo(5000);
                assertThat(count.getLong(2)).isEqualTo(5000L * 4999 / 2);
            }
            table.execute("delete from copied");
        }
    }

    @Test
    void copyGoesBothWays() throws Exception {
        try (Connection connection = connect(""); Statement table = connection.createStatement()) {
            table.execute("delete from copied");
            var copy = connection.unwrap(PGConnection.class).getCopyAPI();
            assertThat(copy.copyIn("copy copied from stdin", new StringReader("1\\tone\\n2\\ttwo\\n".translateEscapes()))).isEqualTo(2);
            StringWriter out = new StringWriter();
            copy.copyOut("copy (select name from copied order by id) to stdout", out);
            assertThat(out).hasToString("one\ntwo\n");
            table.execute("delete from copied");
        }
    }

    @Test
    void aTimeoutOfTheDriverCancelsTheQueryAndOnlyThat() throws SQLException {
        try (Connection connection = connect(""); Statement slow = connection.createStatement(); Statement next = connection.createStatement()) {
            slow.setQueryTimeout(1);
            assertThatThrownBy(() -> slow.execute("select pg_sleep(30)")).isInstanceOf(SQLException.class)
                    .satisfies(error -> assertThat(((SQLException) error).getSQLState()).isEqualTo("57014"));
            try (ResultSet row = next.executeQuery("select 1")) {
                assertThat(row.next()).isTrue();
            }
        }
    }
}
