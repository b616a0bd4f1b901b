package poollab.clientpool;

import java.time.Duration;
import java.util.Objects;

/**
 * What every pool of one application process is made with.
 *
 * @param maxSize most physical connections per pool, at least 1
 * @param connectTimeout longest wait for a connection, counted from the call; at least 250 ms (HikariCP's floor)
 * @param reset what a connection forgets on its return to a {@link KeyedPools}. HikariCP has its own, smaller one
 * @param lifetime how old a physical connection of a {@link KeyedPools} may be when it is given back or taken from the idle
 *     ones; zero for no limit
 * @param blocks whether a {@link KeyedPools} repeats the error of a failed open for a while instead of trying again:
 *     SqlClient's blocking period
 */
public record PoolSettings(int maxSize, Duration connectTimeout, ConnectionReset reset, Duration lifetime, boolean blocks) {
    public PoolSettings {
        if (maxSize < 1) throw new IllegalArgumentException("max pool size " + maxSize + ": at least 1");
        if (connectTimeout.toMillis() < 250)
            throw new IllegalArgumentException("connect timeout " + connectTimeout.toMillis() + " ms: at least 250 ms");
        Objects.requireNonNull(reset, "reset");
        if (lifetime.isNegative()) throw new IllegalArgumentException("lifetime " + lifetime + ": at least 0");
    }

    /** With the full reset: {@link ConnectionReset#FULL}. */
    public PoolSettings(int maxSize, Duration connectTimeout) {
        this(maxSize, connectTimeout, ConnectionReset.FULL);
    }

    /** Without a limit on lifetime, and with the blocking period, as SqlClient by default. */
    public PoolSettings(int maxSize, Duration connectTimeout, ConnectionReset reset) {
        this(maxSize, connectTimeout, reset, Duration.ZERO, true);
    }

    public PoolSettings withLifetime(Duration lifetime) {
        return new PoolSettings(maxSize, connectTimeout, reset, lifetime, blocks);
    }

    public PoolSettings withoutBlocking() {
        return new PoolSettings(maxSize, connectTimeout, reset, lifetime, false);
    }
}
