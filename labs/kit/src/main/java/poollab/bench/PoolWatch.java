package poollab.bench;

import java.util.List;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolState;

/**
 * Turns the occupancy of an application's pools into a series: in use, idle, waiting. Follows a pool's own events
 * where it has them, and looks 50 times a second besides, for pools that tell nothing.
 */
public final class PoolWatch implements PoolListener, AutoCloseable {
    private static final long LOOK_MS = 20;

    private final SeriesRecorder series;
    private Thread looking;

    public PoolWatch(Bench bench, String id, String title) {
        series = bench.series(id, title, Unit.COUNT, List.of("in use", "idle", "waiting"));
    }

    @Override
    public void changed(PoolState all) {
        series.add(all.inUse(), all.idle(), all.waiting());
    }

    /** The highest value so far of one of {@code in use}, {@code idle}, {@code waiting}. */
    public double peak(String line) {
        return series.peak(line);
    }

    /** Begins to look at the pools from time to time; ends with {@link #close()}. */
    public void lookAt(ConnectionPools pools) {
        looking = Thread.ofVirtual().name("pool watch").start(() -> {
            try {
                while (true) {
                    changed(pools.state());
                    Thread.sleep(LOOK_MS);
                }
            } catch (InterruptedException e) {
                // Closed.
            }
        });
    }

    @Override
    public void close() {
        if (looking != null) looking.interrupt();
    }
}
