package poollab.clientpool;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Where an application gets its connections: pools keyed by the exact connection text, or none at all. One instance
 * stands for one application process.
 */
public interface ConnectionPools extends AutoCloseable {
    /**
     * Borrows a connection; {@link Connection#close()} gives it back.
     *
     * @param text a JDBC URL with user and password among its parameters. Its exact text is the key: one blank or
     *     another order of the parameters makes another pool
     * @throws PoolTimeoutException when no connection came free within the connect timeout
     * @throws SQLException when a physical connection was needed and the server refused it
     */
    Connection open(String text) throws SQLException;

    /** The counters now, consistent with each other. */
    PoolCounters counters();

    /** How full the pools are now, all together. */
    PoolState state();

    /** Closes every pool and every physical connection, those in use too. Safe to call twice. */
    @Override
    void close();
}
