package poollab.console.sql;

import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import poollab.engine.Login;
import poollab.engine.Server;
import poollab.report.Ink;

/** The connections of the SQL prompt: one as the application, one as the observer, each opened when it is first used. */
public final class SqlDesk implements AutoCloseable {
    /** The application's name at the server. */
    public static final String APPLICATION = "lab sql";

    /** Who asks. */
    public enum Role {
        APPLICATION,
        OBSERVER
    }

    private final Supplier<Server> engine;
    private final Map<Role, Connection> open = new EnumMap<>(Role.class);
    private Server server;

    /** @param engine the running server, which may be another one later */
    public SqlDesk(Supplier<Server> engine) {
        this.engine = engine;
    }

    /** A runner for this role, on its connection; a broken connection, or one to a server that is gone, is replaced. */
    public SqlRunner runner(Role role, PrintStream out, Ink ink, int columns) throws SQLException {
        return new SqlRunner(connection(role), out, ink, columns);
    }

    private Connection connection(Role role) throws SQLException {
        Server now = engine.get();
        if (now != server) {
            close();
            server = now;
        }
        Connection known = open.get(role);
        if (known != null && !known.isClosed()) return known;
        Connection fresh = role == Role.OBSERVER ? server.observe() : connect(server, server.application());
        open.put(role, fresh);
        return fresh;
    }

    private static Connection connect(Server server, Login login) throws SQLException {
        String name = URLEncoder.encode(APPLICATION, StandardCharsets.UTF_8).replace("+", "%20");
        return DriverManager.getConnection(server.url() + "?ApplicationName=" + name, login.role(), login.password());
    }

    /** The line that connects the learner's own psql in this role. */
    public String psql(Role role) {
        Server now = engine.get();
        return Psql.line(now, role == Role.OBSERVER ? now.observer() : now.application());
    }

    public String database() {
        return engine.get().database();
    }

    @Override
    public void close() {
        for (Connection connection : open.values()) {
            try {
                connection.close();
            } catch (SQLException e) {
                // Its server is gone.
            }
        }
        open.clear();
    }
}
