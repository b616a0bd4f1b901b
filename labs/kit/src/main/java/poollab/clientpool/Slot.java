package poollab.clientpool;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * One physical connection and its place in the pool. The fields are guarded by the pools' lock; the methods talk to the
 * server, so they run outside it, on the one thread that the state gives the slot to.
 */
final class Slot {
    /** Longest wait for the answer to "do you live?"; a black hole must not eat a caller's whole timeout. */
    private static final long CHECK_LIMIT_MILLIS = 1_000;
    /** Longest wait for each answer while resetting; a server that needs longer counts as broken. */
    private static final int RESET_LIMIT_MILLIS = 15_000;

    final KeyedPool pool;
    final Connection physical;
    final JdbcState changed = new JdbcState();
    SlotState state = SlotState.OPENING;
    /** Nano time of its opening. */
    final long opened;
    /** How often its pool had been cleared when its opening began. */
    final int generation;
    /** Nano time of the last borrow, or of the last return. */
    long since;
    /** The present borrow, kept from the collector; its owner's alone. */
    Lease lease;
    /** Idle since before the last pruning. */
    boolean old;
    /** The unfinished transaction it is enlisted in, or null. Read outside the lock by its owner. */
    volatile AmbientTransaction ambient;

    Slot(KeyedPool pool, Connection physical, long opened, int generation) {
        this.pool = pool;
        this.physical = physical;
        this.opened = opened;
        this.generation = generation;
    }

    /** Asks the server, at most for what is left of the caller's time. */
    boolean alive(long leftNanos) {
        long limit = Math.clamp(TimeUnit.NANOSECONDS.toMillis(leftNanos), 1, CHECK_LIMIT_MILLIS);
        try {
            int before = physical.getNetworkTimeout();
            physical.setNetworkTimeout(Runnable::run, (int) limit);
            boolean valid = physical.isValid(1);
            if (valid) physical.setNetworkTimeout(Runnable::run, before);
            return valid;
        } catch (SQLException | RuntimeException e) {
            return false;
        }
    }

    /**
     * Makes it fit for the next borrower.
     *
     * @return why it must be closed instead; null when it is clean
     */
    String clean(ConnectionReset reset) {
        try {
            if (physical.isClosed()) return "the physical connection was closed";
            changed.restore(rolledBack());
            int before = physical.getNetworkTimeout();
            physical.setNetworkTimeout(Runnable::run, RESET_LIMIT_MILLIS);
            reset.reset(physical);
            physical.setNetworkTimeout(Runnable::run, before);
            physical.clearWarnings();
            return null;
        } catch (SQLException | RuntimeException e) {
            return "reset failed: " + e.getMessage();
        }
    }

    private Connection rolledBack() throws SQLException {
        if (!physical.getAutoCommit()) {
            physical.rollback();
            physical.setAutoCommit(true);
        }
        // A transaction begun by SQL is invisible to JDBC's autocommit; pgjdbc knows of it from the server's last word.
        if (physical.isWrapperFor(BaseConnection.class)
                && physical.unwrap(BaseConnection.class).getTransactionState() != TransactionState.IDLE) {
            try (Statement statement = physical.createStatement()) {
                statement.execute("ROLLBACK");
            }
        }
        return physical;
    }

    /** Ends the transaction of an enlisted connection and leaves it in autocommit mode, if it still answers. */
    void finish(boolean commit) throws SQLException {
        try {
            if (commit) physical.commit();
            else physical.rollback();
        } catch (SQLException e) {
            try {
                physical.rollback();
                physical.setAutoCommit(true);
            } catch (SQLException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
        physical.setAutoCommit(true);
    }

    /** Says good-bye to the server and closes the socket. */
    void close() {
        try {
            physical.close();
        } catch (SQLException | RuntimeException e) {
            // A connection that is being thrown away may refuse to be closed: the slot is free either way.
        }
    }

    /** Cuts the connection under whoever uses it, and stops the statement it may be running, if there is time. */
    void cut(Courtesy courtesy) {
        courtesy.stopStatement(physical);
        try {
            physical.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            close();
        }
    }
}
