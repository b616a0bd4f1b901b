package poollab.labs.fragmentation;

import java.time.Duration;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.HikariPools;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;

/** Which client pool the application uses. */
enum PoolKind {
    /** The model of ADO.NET's pool: one pool for each exact connection string. */
    KEYED,
    /** A map from connection string to HikariDataSource, as multi-tenant Java code has it. */
    HIKARI_PER_TENANT;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** @param maxSize of each pool */
    ConnectionPools open(int maxSize, PoolListener listener) {
        PoolSettings each = new PoolSettings(maxSize, PATIENCE);
        return switch (this) {
            case KEYED -> new KeyedPools(each, listener);
            case HIKARI_PER_TENANT -> new HikariPools(each, listener);
        };
    }
}
