package poollab.clientpool;

import java.time.Duration;
import java.util.Objects;

/**
 * What every pool of one application process is made with. The names in brackets are SqlClient's.
 *
 * @param maxSize most physical connections per pool, at least 1 [Max Pool Size]
 * @param minSize as many a {@link KeyedPools} opens in the background and keeps, 0 to {@code maxSize} [Min Pool Size]
 * @param connectTimeout longest wait for a connection, counted from the call; at least 250 ms (HikariCP's floor) [Connect
 *     Timeout]
 * @param reset what a connection forgets on its return to a {@link KeyedPools}. HikariCP has its own, smaller one
 * @param lifetime how old a physical connection of a {@link KeyedPools} may be when it is given back or taken from the idle
 *     ones; zero for no limit [Connection Lifetime]
 * @param blocks whether a {@link KeyedPools} repeats the error of a failed open for a while instead of trying again
 *     [PoolBlockingPeriod]
 * @param opensInParallel whether a {@link KeyedPools} opens several physical connections at once [UseConnectionPoolV2]
 * @param maxIdle how many a {@link KeyedPools} keeps idle, {@code minSize} to {@code maxSize}: one that is given back beyond
 *     that is closed. SqlClient has no such limit; it is SetMaxIdleConns of Go's database/sql
 */
public record PoolSettings(int maxSize, int minSize, Duration connectTimeout, ConnectionReset reset, Duration lifetime, boolean blocks, boolean opensInParallel, int maxIdle) {
    public PoolSettings {
        if (maxSize < 1) throw new IllegalArgumentException("max pool size " + maxSize + ": at least 1");
        if (minSize < 0 || minSize > maxSize) throw new IllegalArgumentException("min pool size " + minSize + ": 0 to " + maxSize);
        if (connectTimeout.toMillis() < 250)
            throw new IllegalArgumentException("connect timeout " + connectTimeout.toMillis() + " ms: at least 250 ms");
        Objects.requireNonNull(reset, "reset");
        if (maxIdle < minSize || maxIdle > maxSize)
            throw new IllegalArgumentException("max idle " + maxIdle + ": " + minSize + " to " + maxSize);
        if (lifetime.isNegative()) throw new IllegalArgumentException("lifetime " + lifetime + ": at least 0");
    }

    /** With the full reset: {@link ConnectionReset#FULL}. */
    public PoolSettings(int maxSize, Duration connectTimeout) {
        this(maxSize, connectTimeout, ConnectionReset.FULL);
    }

    /** The rest as in SqlClient by default: no minimum, no limit on lifetime or idle ones, a blocking period, serial opens. */
    public PoolSettings(int maxSize, Duration connectTimeout, ConnectionReset reset) {
        this(maxSize, 0, connectTimeout, reset, Duration.ZERO, true, false, maxSize);
    }

    public PoolSettings withMinSize(int minSize) {
        return new PoolSettings(maxSize, minSize, connectTimeout, reset, lifetime, blocks, opensInParallel, maxIdle);
    }

    public PoolSettings withLifetime(Duration lifetime) {
        return new PoolSettings(maxSize, minSize, connectTimeout, reset, lifetime, blocks, opensInParallel, maxIdle);
    }

    public PoolSettings withoutBlocking() {
        return new PoolSettings(maxSize, minSize, connectTimeout, reset, lifetime, false, opensInParallel, maxIdle);
    }

    public PoolSettings withParallelOpens() {
        return new PoolSettings(maxSize, minSize, connectTimeout, reset, lifetime, blocks, true, maxIdle);
    }

    public PoolSettings withMaxIdle(int maxIdle) {
        return new PoolSettings(maxSize, minSize, connectTimeout, reset, lifetime, blocks, opensInParallel, maxIdle);
    }
}
