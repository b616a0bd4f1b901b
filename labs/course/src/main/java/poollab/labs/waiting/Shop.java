package poollab.labs.waiting;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** What the bookshop asks of its database. None of these ends the transaction. */
final class Shop {
    static final Duration WORK_TAKES = Duration.ofMillis(100);

    private static final String WORK = "select stock, pg_sleep(0.1) from books where id = 1";
    private static final Duration WITHOUT_AN_END = Duration.ofMinutes(10);

    private Shop() {}

    /** A point read. */
    static void read(Connection connection) throws SQLException {
        query(connection, "select stock from books where id = 1");
    }

    /** A query of a tenth of a second. */
    static void work(Connection connection) throws SQLException {
        query(connection, WORK);
    }

    /** Locks the order until the transaction ends. */
    static void ship(Connection connection, int order) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("update orders set status = 'shipped' where id = ?")) {
            statement.setInt(1, order);
            statement.executeUpdate();
        }
    }

    /** Takes copies of a book from the stock. The stock cannot fall below nothing. */
    static void take(Connection connection, int book, int copies) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("update books set stock = stock - ? where id = ?")) {
            statement.setInt(1, copies);
            statement.setInt(2, book);
            statement.executeUpdate();
        }
    }

    /** Runs until someone cancels it. */
    static void report(Statement statement) throws SQLException {
        report(statement, WITHOUT_AN_END);
    }

    /** In place of a slow report: it takes as long, and leaves the processors to the others. */
    static void report(Statement statement, Duration takes) throws SQLException {
        statement.execute("select sum(price), pg_sleep(" + takes.toMillis() / 1e3 + ") from books");
    }

    private static void query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
        }
    }
}
