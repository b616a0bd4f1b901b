package poollab.labs.cost;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Short questions and orders. */
final class Sql {
    private Sql() {}

    /** The first column of the first row. */
    static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    static long number(Connection connection, String query) throws SQLException {
        return Long.parseLong(text(connection, query));
    }

    /** Reads all rows, and forgets them. */
    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
