package poollab.clientpool;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Prunes the pools again and again, as SqlClient does: at an interval of 2 to 4 minutes, chosen once in steps of 10 s, so that
 * many processes that start together do not close their connections together. What lies idle ends after one to two intervals.
 */
final class Pruning implements AutoCloseable {
    private final Thread thread;

    Pruning(KeyedPools pools, RandomGenerator random) {
        Duration interval = interval(random);
        thread = Thread.ofVirtual().name("pruning").start(() -> {
            try {
                while (true) {
                    Thread.sleep(interval);
                    pools.prune();
                }
            } catch (InterruptedException e) {
                // The pools were closed.
            }
        });
    }

    static Duration interval(RandomGenerator random) {
        return Duration.ofSeconds(120 + 10 * random.nextInt(13));
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
