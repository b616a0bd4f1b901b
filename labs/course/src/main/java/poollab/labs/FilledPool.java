package poollab.labs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;

/** A client pool that has all its connections before a load begins, so that opening them is no part of it. */
public final class FilledPool {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(60);

    private FilledPool() {}

    /** Its sessions are not reset on return: that would add a round trip to each request. */
    public static KeyedPools open(int size, String text) throws SQLException {
        KeyedPools pools =
                new KeyedPools(new PoolSettings(size, CONNECT_TIMEOUT, ConnectionReset.NONE), PoolListener.NONE);
        try {
            fill(pools, size, text);
            return pools;
        } catch (SQLException e) {
            pools.close();
            throw e;
        }
    }

    /**
     * Opens so many connections and gives them back.
     *
     * @throws SQLException of the first that is refused; those before it are given back, too
     */
    public static void fill(ConnectionPools pools, int connections, String text) throws SQLException {
        List<Connection> all = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) all.add(pools.open(text));
        } finally {
            for (Connection connection : all) connection.close();
        }
    }
}
