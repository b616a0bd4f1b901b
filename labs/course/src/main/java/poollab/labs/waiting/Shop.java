package poollab.labs.waiting;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What the bookshop asks of its database. None of these ends the transaction. */
final class Shop {
    private static final String WORK = "select stock, pg_sleep(0.1) from books where id = 1";
    /** In place of a report without an end: it waits as long, and leaves the processors to the others. */
    private static final String REPORT = "select sum(price), pg_sleep(600) from books";

    private Shop() {}

    /** A point read. */
    static void read(Connection connection) throws SQLException {
        query(connection, "select stock from books where id = 1");
    }

    /** A query of a tenth of a second. */
    static void work(Connection connection) throws SQLException {
        query(connection, WORK);
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
        statement.execute(REPORT);
    }

    private static void query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
        }
    }
}
