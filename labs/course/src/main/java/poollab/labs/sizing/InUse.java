package poollab.labs.sizing;

import java.time.Duration;
import poollab.clientpool.ConnectionPools;

/**
 * Looks at a pool a thousand times a second and means what it sees: connections in use. A look that came late, because the
 * processors were busy, counts for as long as it took to come. The time before the first use and after the last one does not
 * count: it is not the load's.
 */
final class InUse implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(1);

    private final ConnectionPools pools;
    private final Thread looking;
    private double sum;
    private long sinceFirst;
    private long untilLast;

    InUse(ConnectionPools pools) {
        this.pools = pools;
        this.looking = Thread.ofPlatform().daemon().name("pool look").unstarted(this::look);
    }

    void begin() {
        looking.start();
    }

    private void look() {
        try {
            int before = pools.state().inUse();
            for (long at = System.nanoTime(); ; ) {
                Thread.sleep(LOOK);
                long took = System.nanoTime() - at;
                int now = pools.state().inUse();
                sum += (before + now) / 2.0 * took;
                if (sinceFirst > 0 || now > 0) sinceFirst += took;
                if (now > 0) untilLast = sinceFirst;
                at += took;
                before = now;
            }
        } catch (InterruptedException e) {
            // The load is over.
        }
    }

    /** Ends the looking. Mean since the beginning, 0 when there was none. */
    double mean() throws InterruptedException {
        close();
        looking.join();
        return untilLast == 0 ? 0 : sum / untilLast;
    }

    @Override
    public void close() {
        looking.interrupt();
    }
}
