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
 * @param blocks whether a keyed pool repeats a refusal for a while instead of asking again
 */
public record PoolSpec(Kind kind, int maxSize, Duration connectTimeout, boolean resets, boolean blocks)
        implements Serializable {
    /** Whose pool. */
    public enum Kind {
        KEYED,
        HIKARI,
        NONE
    }

    /** A keyed pool resets and blocks, as SqlClient's does. */
    public PoolSpec(Kind kind, int maxSize, Duration connectTimeout) {
        this(kind, maxSize, connectTimeout, true, true);
    }

    /** A keyed pool that leaves its sessions as they are, and asks the server again after each refusal. */
    public static PoolSpec plain(int maxSize, Duration connectTimeout) {
        return new PoolSpec(Kind.KEYED, maxSize, connectTimeout, false, false);
    }

    public ConnectionPools open(PoolListener listener) {
        var full = new PoolSettings(maxSize, connectTimeout, resets ? ConnectionReset.FULL : ConnectionReset.NONE);
        var settings = blocks ? full : full.withoutBlocking();
        return switch (kind) {
            case KEYED -> new KeyedPools(settings, listener);
            case HIKARI -> new HikariPools(settings, listener);
            case NONE -> new Unpooled(settings, listener);
        };
    }
}
