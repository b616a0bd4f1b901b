package poollab.labs.prepared;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;

/** What drivers and applications do with names of statements, each reduced to its messages. */
enum Family {
    ASYNCPG("asyncpg: names counted per client", Queries.CUSTOMER, stage -> {
        stage.client().prepare("__asyncpg_stmt_1__", Queries.BOOK);
        WireClient other = stage.client();
        Reply prepared = other.prepare("__asyncpg_stmt_1__", Queries.CUSTOMER);
        return prepared.failed() ? prepared : other.execute("__asyncpg_stmt_1__", 1);
    }),
    PGX("pgx: names from the text", Queries.BOOK, stage -> {
        String name = "stmtcache_" + digest(Queries.BOOK);
        stage.client().prepare(name, Queries.BOOK);
        WireClient other = stage.client();
        Reply prepared = other.prepare(name, Queries.BOOK);
        return prepared.failed() ? prepared : other.execute(name, 1);
    }),
    PGJDBC_MOVED("pgjdbc: moved elsewhere", Queries.BOOK, stage -> {
        WireClient client = stage.client();
        client.prepare("S_1", Queries.BOOK);
        stage.keepBusy();
        return client.execute("S_1", 1);
    }),
    // tag::mistaken[]
    PGJDBC_MISTAKEN("pgjdbc: moved to another's S_1", Queries.BOOK, stage -> {
        WireClient client = stage.client();
        client.prepare("S_1", Queries.BOOK);
        stage.keepBusy();
        stage.client().prepare("S_1", Queries.CUSTOMER);
        return client.execute("S_1", 1);
    }),
    // end::mistaken[]
    FETCH_SIZE("pgjdbc: threshold 0, fetchSize", Queries.CUSTOMER, stage -> {
        try (Connection one = stage.driver("prepareThreshold=0"); Connection two = stage.driver("prepareThreshold=0")) {
            fetch(one, Queries.BOOK);
            return Reply.of(fetch(two, Queries.CUSTOMER));
        } catch (SQLException e) {
            return new Reply("ERROR", e.getSQLState(), e.getMessage().replaceFirst("^ERROR: ", "").lines().findFirst().get());
        }
    }),
    UNNAMED("unnamed, in one trip", Queries.CUSTOMER, stage -> {
        stage.client().once(Queries.BOOK, 1);
        return stage.client().once(Queries.CUSTOMER, 1);
    }),
    UNNAMED_LATER("unnamed, in two trips", Queries.BOOK, stage -> {
        WireClient client = stage.client();
        client.prepare("", Queries.BOOK);
        stage.keepBusy();
        return client.execute("", 1);
    }),
    DEALLOCATE_ALL("another one: DEALLOCATE ALL", Queries.BOOK, stage -> swept(stage, "deallocate all")),
    DISCARD_ALL("another one: DISCARD ALL", Queries.BOOK, stage -> swept(stage, "discard all")),
    PDO("PDO: DEALLOCATE by name", "", stage -> {
        WireClient client = stage.client();
        client.prepare("pdo_stmt_00000001", Queries.BOOK);
        return client.simple("deallocate pdo_stmt_00000001");
    }),
    SQL_PREPARE("SQL: PREPARE, then EXECUTE", Queries.BOOK, stage -> {
        WireClient client = stage.client();
        client.simple("prepare report (integer) as " + Queries.BOOK);
        stage.keepBusy();
        return client.simple("execute report (1)");
    }),
    REPARSE("prepares a live name again", "", stage -> {
        WireClient client = stage.client();
        client.prepare("s1", Queries.BOOK);
        return client.prepare("s1", Queries.CUSTOMER);
    }),
    UNKNOWN("binds an unknown name", Queries.BOOK, stage -> stage.client().execute("s9", 1));

    /** Two queries that say which one they are. */
    private static final class Queries {
        static final String BOOK = "select 'book', title from books where id = $1";
        static final String CUSTOMER = "select 'customer', name from customers where id = $1";
    }

    private interface Play {
        Reply on(Stage stage) throws Exception;
    }

    final String title;
    private final String wanted;
    private final Play play;

    Family(String title, String query, Play play) {
        this.title = title;
        this.wanted = query.equals(Queries.BOOK) ? "book" : query.equals(Queries.CUSTOMER) ? "customer" : "";
        this.play = play;
    }

    Reply play(Stage stage) throws Exception {
        return play.on(stage);
    }

    /** Whether that is the answer to what was asked. */
    boolean right(Reply reply) {
        return !reply.failed() && reply.text().equals(wanted);
    }

    private static Reply swept(Stage stage, String sweep) throws Exception {
        WireClient client = stage.client();
        client.prepare("S_1", Queries.BOOK);
        stage.client().simple(sweep);
        return client.execute("S_1", 1);
    }

    private static String fetch(Connection connection, String query) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement(query.replace("$1", "?"))) {
            statement.setFetchSize(100);
            statement.setInt(1, 1);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getString(1);
            } finally {
                connection.commit();
            }
        }
    }

    private static String digest(String text) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash, 0, 24);
    }
}
