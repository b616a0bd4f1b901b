package poollab.labs;

import java.sql.SQLException;
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
        if (Integer.parseInt(Sql.text(bench.server(), "show max_connections")) == wanted) return;
        bench.event("server", Outcome.NOTE, "restarts with max_connections = " + wanted);
        bench.lend((AutoCloseable) () -> bench.server().restart(Map.of()));
        bench.server().restart(Map.of("max_connections", "" + wanted));
    }
}
