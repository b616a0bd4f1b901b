package poollab.clientpool;

import java.time.Duration;
import java.util.Objects;

/**
 * What every pool of one application process is made with.
 *
 * @param maxSize most physical connections per pool, at least 1
 * @param connectTimeout longest wait for a connection, counted from the call; at least 250 ms (HikariCP's floor)
 * @param reset what a connection forgets on its return to a {@link KeyedPools}. HikariCP has its own, smaller one
 */
public record PoolSettings(int maxSize, Duration connectTimeout, ConnectionReset reset) {
    public PoolSettings {
        if (maxSize < 1) throw new IllegalArgumentException("max pool size " + maxSize + ": at least 1");
        if (connectTimeout.toMillis() < 250)
            throw new IllegalArgumentException("connect timeout " + connectTimeout.toMillis() + " ms: at least 250 ms");
        Objects.requireNonNull(reset, "reset");
    }

    /** With the full reset: {@link ConnectionReset#FULL}. */
    public PoolSettings(int maxSize, Duration connectTimeout) {
        this(maxSize, connectTimeout, ConnectionReset.FULL);
    }
}
