package poollab.clientpool;

import java.sql.SQLTransientConnectionException;
import java.time.Duration;

/** No connection came free in time. The message names the pool, its size, how long the caller waited, where to look. */
public final class PoolTimeoutException extends SQLTransientConnectionException {
    private static final long serialVersionUID = 1L;

    private final PoolState state;
    private final Duration waited;

    public PoolTimeoutException(String message, PoolState state, Duration waited, Throwable cause) {
        super(message, "08001", cause);
        this.state = state;
        this.waited = waited;
    }

    /** The pool at the moment of the timeout. */
    public PoolState state() {
        return state;
    }

    public Duration waited() {
        return waited;
    }
}
