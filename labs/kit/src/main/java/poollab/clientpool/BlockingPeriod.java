package poollab.clientpool;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * What a pool remembers of a failed physical open, as SqlClient does: for 5 s every caller who would need one gets the same
 * error at once; after a further failure for 10, 20, 40 and then always 60 s. A success ends it. It spares a server that is
 * down, and it is why logins go on failing for up to a minute after the server is back.
 *
 * <p>Guarded by the pools' lock.
 */
final class BlockingPeriod {
    private static final long FIRST = TimeUnit.SECONDS.toNanos(5);
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(60);

    private long length = FIRST;
    private long until;
    private SQLException cause;

    void failed(SQLException failure, long now) {
        cause = failure;
        until = now + length;
        length = Math.min(2 * length, LONGEST);
    }

    void succeeded() {
        cause = null;
        length = FIRST;
    }

    /** Why nobody may open now; null when somebody may. The length of the next period is not forgotten with this one's end. */
    SQLException cause(long now) {
        if (cause != null && now - until >= 0) cause = null;
        return cause;
    }

    /** Each caller has an exception of its own: its stack is where it called from. */
    static SQLException copy(SQLException cause) {
        return new SQLException(cause.getMessage(), cause.getSQLState(), cause.getErrorCode(), cause);
    }
}
