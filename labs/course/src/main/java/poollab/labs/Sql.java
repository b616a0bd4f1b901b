package poollab.labs;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import poollab.engine.Server;

/** Short questions and orders. */
public final class Sql {
    private Sql() {}

    /** The first column of the first row. */
    public static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** As the server's observer, over a connection of its own. */
    public static String text(Server server, String query) throws SQLException {
        try (Connection observer = server.observe()) {
            return text(observer, query);
        }
    }

    /** As the server's observer, over a connection of its own. */
    public static void run(Server server, String sql) throws SQLException {
        try (Connection observer = server.observe()) {
            run(observer, sql);
        }
    }

    /** The same for a whole number. */
    public static long number(Connection connection, String query) throws SQLException {
        return Long.parseLong(text(connection, query));
    }

    /** Reads all rows, and forgets them. */
    public static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
