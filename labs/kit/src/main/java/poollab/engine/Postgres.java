package poollab.engine;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.util.PasswordUtil;

/** What talking to any PostgreSQL needs, wherever it runs. */
final class Postgres {
    static final String LOOPBACK = "127.0.0.1";
    static final String OBSERVER_APPLICATION = "poollab observer";

    private static final String SESSIONS = """
            select pid, coalesce(usename, ''), coalesce(application_name, ''), coalesce(state, ''),
                   coalesce(wait_event_type || ':' || wait_event, ''), xact_start is not null, backend_xid is not null,
                   case when wait_event_type = 'Lock' then pg_blocking_pids(pid) else '{}' end, coalesce(query, '')
            from pg_stat_activity
            where backend_type = 'client backend' and pid <> pg_backend_pid()
              and not (usename = current_user and application_name = current_setting('application_name'))
            order by backend_start, pid
            """;

    private Postgres() {}

    static String url(int port, String database) {
        return "jdbc:postgresql://" + LOOPBACK + ":" + port + "/" + database;
    }

    /** Loads what the first login would load otherwise: a few hundred classes. */
    static void loadDriver() {
        try {
            // Nothing listens on port 1: the attempt fails at once, and has been through most of the driver.
            connect(url(1, Bookstore.DATABASE), new Login("nobody", ""), OBSERVER_APPLICATION).close();
        } catch (SQLException e) {
            // As expected.
        }
    }

    static Connection connect(String url, Login login, String application) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", login.role());
        properties.setProperty("password", login.password());
        properties.setProperty("ApplicationName", application);
        properties.setProperty("sslmode", "disable");
        properties.setProperty("gssEncMode", "disable");
        properties.setProperty("connectTimeout", "10");
        return new Driver().connect(url, properties);
    }

    /** Sets a role's password without telling it to the server: logs and statistics see only what SCRAM stores. */
    static String passwordStatement(Login login) {
        return "alter role " + login.role() + " password '"
                + PasswordUtil.encodeScramSha256(login.password().toCharArray()) + "'";
    }

    static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    static List<Session> sessions(Connection observer, boolean localProcesses) throws SQLException {
        List<Session> sessions = new ArrayList<>();
        try (PreparedStatement statement = observer.prepareStatement(SESSIONS);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                int pid = row.getInt(1);
                var blockers = (Integer[]) row.getArray(8).getArray();
                sessions.add(new Session(pid, row.getString(2), row.getString(3), row.getString(4), row.getString(5),
                        row.getBoolean(6), row.getBoolean(7), Arrays.stream(blockers).distinct().toList(),
                        row.getString(9), localProcesses ? memory(pid) : OptionalLong.empty()));
            }
        }
        return List.copyOf(sessions);
    }

    private static OptionalLong memory(int pid) {
        Optional<ProcessMemory> memory = ProcessMemory.of(pid);
        return memory.isPresent() ? OptionalLong.of(memory.get().proportional()) : OptionalLong.empty();
    }

    static boolean isFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(LOOPBACK, port), 1);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
