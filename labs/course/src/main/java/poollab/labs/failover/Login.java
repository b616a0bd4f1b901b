package poollab.labs.failover;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import poollab.engine.Server;

/** The application's own look at a server, without a pool. */
final class Login {
    static final String APPLICATION = "bookstore web";

    private Login() {}

    static String text(Server server) {
        return server.text(APPLICATION);
    }

    static Connection to(Server server) throws SQLException {
        return DriverManager.getConnection(text(server));
    }

    /** The first column of the first row. */
    static String ask(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
