package poollab.console.snippet;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolCounters;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.clientpool.PoolState;

/** The application's pool: ADO.NET's model, as small and as impatient as the one of the first lab. */
public final class Pool {
    private static final int MAX = 5;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    private final ConnectionPools pools =
            new KeyedPools(new PoolSettings(MAX, CONNECT_TIMEOUT), PoolListener.NONE);
    private final String url;

    Pool(String url) {
        this.url = url;
    }

    /** Borrows a connection; its {@code close()} gives it back. Fails after three seconds without a free one. */
    public Connection open() throws SQLException {
        return pools.open(url);
    }

    /** How full the pool is now. */
    public PoolState state() {
        PoolState state = pools.state();
        // Before the first open there is no pool yet; this one's size is known all the same.
        return new PoolState(MAX, state.inUse(), state.idle(), state.waiting());
    }

    /** SqlClient's sixteen counters. */
    public PoolCounters counters() {
        return pools.counters();
    }

    @Override
    public String toString() {
        PoolState state = state();
        return "pool of " + MAX + ": " + state.inUse() + " in use, " + state.idle() + " idle, " + state.waiting()
                + " waiting";
    }
}
