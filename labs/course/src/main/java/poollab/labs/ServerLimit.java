package poollab.labs;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;

/** The server's max_connections for the time of a run. */
public final class ServerLimit {
    /** SQLSTATE of a login that finds no room. */
    public static final String TOO_MANY_CONNECTIONS = "53300";

    private ServerLimit() {}

    /** Restarts the server when its limit is another one; it has its own again after the run. */
    public static void set(Bench bench, int wanted) throws SQLException {
        if (now(bench) == wanted) return;
        bench.event("server", Outcome.NOTE, "restarts with max_connections = " + wanted);
        bench.lend((AutoCloseable) () -> bench.server().restart(Map.of()));
        bench.server().restart(Map.of("max_connections", "" + wanted));
    }

    private static int now(Bench bench) throws SQLException {
        try (Connection observer = bench.server().observe();
                Statement statement = observer.createStatement();
                ResultSet row = statement.executeQuery("show max_connections")) {
            row.next();
            return row.getInt(1);
        }
    }
}
