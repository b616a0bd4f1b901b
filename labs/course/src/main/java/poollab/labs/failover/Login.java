package poollab.labs.failover;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
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
}
