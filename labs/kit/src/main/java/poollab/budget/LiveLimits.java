package poollab.budget;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * What a running PostgreSQL says of its limits, and who is connected now.
 *
 * @param product with its version
 * @param connections of clients, by application name, the most first; an empty name is {@code (no name)}
 */
public record LiveLimits(String product, int maxConnections, int superuserReserved, int reserved, Map<String, Long> connections) {
    /** reserved_connections is there since version 16. */
    private static final String SETTING = "select coalesce(current_setting(?, true), '0')::int";

    private static final String WHO = """
            select coalesce(nullif(application_name, ''), '(no name)'), count(*)
            from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
            group by 1 order by 2 desc, 1
            """;

    private static final int LOGIN_SECONDS = 10;

    /**
     * Asks the server, over one connection.
     *
     * @param url a JDBC URL, with user and password among its parameters unless they are given
     * @param user null to leave it to the URL
     * @param password null to leave it to the URL
     */
    public static LiveLimits of(String url, String user, String password) throws SQLException {
        Properties login = new Properties();
        login.setProperty("loginTimeout", "" + LOGIN_SECONDS);
        login.setProperty("ApplicationName", "lab budget");
        if (user != null) login.setProperty("user", user);
        if (password != null) login.setProperty("password", password);
        try (Connection connection = DriverManager.getConnection(url, login)) {
            var about = connection.getMetaData();
            return new LiveLimits(
                    about.getDatabaseProductName() + " " + about.getDatabaseProductVersion(),
                    setting(connection, "max_connections"), setting(connection, "superuser_reserved_connections"),
                    setting(connection, "reserved_connections"), who(connection));
        }
    }

    private static int setting(Connection connection, String name) throws SQLException {
        try (var ask = connection.prepareStatement(SETTING)) {
            ask.setString(1, name);
            try (ResultSet row = ask.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private static Map<String, Long> who(Connection connection) throws SQLException {
        Map<String, Long> connections = new LinkedHashMap<>();
        try (Statement ask = connection.createStatement(); ResultSet row = ask.executeQuery(WHO)) {
            while (row.next()) connections.put(row.getString(1), row.getLong(2));
        }
        return connections;
    }

    /** The server's limits, with a reserve that it knows nothing of. */
    public Limits limits(int maintenance) {
        return new Limits(maxConnections, superuserReserved, reserved, maintenance);
    }

    /** Client connections now. */
    public long now() {
        return connections.values().stream().mapToLong(Long::longValue).sum();
    }
}
