package poollab.labs.failover;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolCounters;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.engine.Server;
import poollab.labs.Sql;

/** One error in slow motion: what a keyed pool does with its other connections when one of them turns out to be dead. */
final class Dropped {
    /** Connections in use, and idle ones, when the server goes. */
    static final int IN_USE = 4;

    static final int IDLE = 6;

    private final Bench bench;
    private final Server server;

    Dropped(Bench bench, Server server) {
        this.bench = bench;
        this.server = server;
    }

    void measure() throws SQLException {
        PoolSettings settings = new PoolSettings(IN_USE + IDLE, Duration.ofSeconds(10), ConnectionReset.NONE);
        try (KeyedPools pools = bench.lend(new KeyedPools(settings, PoolListener.NONE))) {
            // tag::dropped[]
            List<Connection> used = fill(pools);
            observe("before", "idle before", "in use before", pools.counters());
            server.restart(Map.of());

            SQLException fatal = fails(used.getFirst());
            used.removeFirst().close();
            observe("one-error", "idle after one error", "in use after one error",
                    pools.counters());

            for (Connection other : used) other.close();
            observe("all-back", "idle when all are back", "in use when all are back",
                    pools.counters());
            // end::dropped[]
            bench.event("one error", Outcome.FAILED, fatal.getSQLState() + " " + Orders.firstLine(fatal));
            try (Connection next = pools.open(Login.text(server))) {
                bench.event("next borrower", Outcome.OK, "is served by backend " + Sql.text(next, "select pg_backend_pid()"));
            }
        }
    }

    /** Opens all, and gives some back. */
    private List<Connection> fill(KeyedPools pools) throws SQLException {
        List<Connection> used = new ArrayList<>();
        for (int i = 0; i < IN_USE + IDLE; i++) used.add(pools.open(Login.text(server)));
        for (int i = 0; i < IDLE; i++) used.removeLast().close();
        return used;
    }

    private static SQLException fails(Connection connection) throws SQLException {
        try {
            Sql.text(connection, "select 1");
        } catch (SQLException e) {
            return e;
        }
        throw new SQLException("a connection survived the restart of its server");
    }

    private void observe(String name, String idle, String inUse, PoolCounters counters) {
        bench.figure("dropped." + name + "-idle", idle, counters.freeConnections(), Unit.COUNT);
        bench.figure("dropped." + name + "-in-use", inUse, counters.activeConnections(), Unit.COUNT);
    }
}
