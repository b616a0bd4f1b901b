package poollab.clientpool;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Prunes again and again, as SqlClient does. Idle connections: at an interval of 2 to 4 minutes, chosen once in steps of
 * 10 s, so that many processes that start together do not close their connections together; what lies idle ends after one
 * to two intervals (WaitHandleDbConnectionPool, CleanupCallback). Empty pools and groups: every 30 s, for the first time
 * after 4 minutes (SqlConnectionFactory, PruningDueTime and PruningPeriod).
 */
final class Pruning implements AutoCloseable {
    private static final Duration GROUPS_FIRST = Duration.ofMinutes(4);
    private static final Duration GROUPS_AGAIN = Duration.ofSeconds(30);

    private final List<Thread> threads;

    Pruning(KeyedPools pools, RandomGenerator random) {
        Duration interval = interval(random);
        threads = List.of(
                every(interval, interval, pools::pruneIdle), every(GROUPS_FIRST, GROUPS_AGAIN, pools::pruneGroups));
    }

    private static Thread every(Duration first, Duration again, Runnable work) {
        return Thread.ofVirtual().name("pruning").start(() -> {
            try {
                Thread.sleep(first);
                while (true) {
                    work.run();
                    Thread.sleep(again);
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
        threads.forEach(Thread::interrupt);
    }
}
