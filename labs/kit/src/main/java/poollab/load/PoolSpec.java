package poollab.load;

import java.io.Serializable;
import java.time.Duration;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.HikariPools;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.clientpool.Unpooled;

/**
 * A client pool by its settings, so that another process can open the same.
 *
 * @param maxSize see {@link PoolSettings}; means nothing for {@link Kind#NONE}
 * @param resets whether a keyed pool resets a session on its return, which costs a round trip
 */
public record PoolSpec(Kind kind, int maxSize, Duration connectTimeout, boolean resets) implements Serializable {
    /** Whose pool. */
    public enum Kind {
        KEYED,
        HIKARI,
        NONE
    }

    public PoolSpec(Kind kind, int maxSize, Duration connectTimeout) {
        this(kind, maxSize, connectTimeout, true);
    }

    public ConnectionPools open(PoolListener listener) {
        var settings = new PoolSettings(
                maxSize, connectTimeout, resets ? ConnectionReset.FULL : ConnectionReset.NONE);
        return switch (kind) {
            case KEYED -> new KeyedPools(settings, listener);
            case HIKARI -> new HikariPools(settings, listener);
            case NONE -> new Unpooled(settings, listener);
        };
    }
}
