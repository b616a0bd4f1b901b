package poollab.clientpool;

import java.util.HashSet;
import java.util.Set;

/**
 * The counters of all pools of this process together, as SqlClient's event source has them. What pools that were closed
 * have counted stays in the totals.
 *
 * <p>In a process that is asked to by {@link CounterFile#FOLDER_PROPERTY}, the first pool begins to publish them.
 */
public final class ProcessCounters {
    private static final Set<ConnectionPools> OPEN = new HashSet<>();
    private static PoolCounters closed = PoolCounters.ZERO;
    private static boolean publishing;

    private ProcessCounters() {}

    static synchronized void add(ConnectionPools pools) {
        OPEN.add(pools);
        if (publishing) return;
        publishing = true;
        CounterFile.publishIfAsked();
    }

    /** Called after the last connection was closed. */
    static synchronized void remove(ConnectionPools pools) {
        if (OPEN.remove(pools)) closed = closed.plus(pools.counters());
    }

    /** Whether there are pools to look at. */
    public static synchronized boolean any() {
        return !OPEN.isEmpty();
    }

    /** The counters now. Those of each set of pools are consistent, so what holds for one holds for the sum. */
    public static synchronized PoolCounters now() {
        PoolCounters sum = closed;
        for (ConnectionPools pools : OPEN) sum = sum.plus(pools.counters());
        return sum;
    }
}
