package poollab.clientpool;

import java.time.Duration;
import java.util.Locale;

/** What a caller reads whose connect timeout ran out: what happened, the figures, the likely cause, where to look. */
final class TimeoutMessage {
    private TimeoutMessage() {}

    /**
     * @param pool the text up to its parameters
     * @param stasis connections held back for an unfinished ambient transaction
     * @param lastFailure the latest failed physical open, if none succeeded since; else null
     */
    static PoolTimeoutException of(
            String pool, PoolState state, long stasis, Duration waited, Duration limit, Exception lastFailure) {
        String message = String.format(
                Locale.ROOT,
                "Timeout expired: no connection came free in %,d ms (limit %,d ms). "
                        + "Pool %s: max %d, in use %d, idle %d, waiting %d%s. %s",
                waited.toMillis(),
                limit.toMillis(),
                pool,
                state.max(),
                state.inUse(),
                state.idle(),
                state.waiting(),
                stasis == 0 ? "" : ", stasis " + stasis,
                cause(state, stasis, lastFailure));
        return new PoolTimeoutException(message, state, waited, lastFailure);
    }

    private static String cause(PoolState state, long stasis, Exception lastFailure) {
        if (lastFailure != null) return "The last attempt to open one failed: " + lastFailure.getMessage();
        if (state.inUse() + stasis < state.max())
            return "The pool is not full: connections are opened one at a time, and opening is slow. "
                    + "What it costs: lab 01, fault=none.";
        if (stasis > 0) return "Those in stasis wait for their ambient transaction to end. To see which: lab 01.";
        return "All connections are in use: a leak, a slow query, a lock or too small a pool. To tell which: lab 01.";
    }
}
