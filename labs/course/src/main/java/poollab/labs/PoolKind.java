package poollab.labs;

import poollab.clientpool.ConnectionPools;
import poollab.clientpool.HikariPools;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;

/** Which client pool serves the requests. */
public enum PoolKind {
    /** The model of ADO.NET's pool: keyed by the connection text, and a refused open is the caller's error. */
    KEYED,
    /** HikariCP opens in the background and tries again until the connect timeout. */
    HIKARI;

    public ConnectionPools open(PoolSettings each, PoolListener listener) {
        return switch (this) {
            case KEYED -> new KeyedPools(each, listener);
            case HIKARI -> new HikariPools(each, listener);
        };
    }
}
