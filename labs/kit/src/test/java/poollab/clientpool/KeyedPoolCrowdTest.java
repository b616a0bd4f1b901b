package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many callers at once, with somebody looking at the counters all the time. */
@Timeout(120)
class KeyedPoolCrowdTest {
    private static final int SEEDS = 60;
    private static final List<String> TEXTS = List.of("jdbc:fake:a", "jdbc:fake:b");

    @Test
    void tenThousandVirtualThreadsAreAllServedByTwentyConnections() throws Exception {
        ScriptedDatabase database = new ScriptedDatabase();
        AtomicInteger served = new AtomicInteger();
        try (KeyedPools pools = pools(database, new PoolSettings(20, Duration.ofMinutes(1)))) {
            Watcher watcher = new Watcher(pools);
            try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 10_000; i++)
                    executor.submit(() -> {
                        try (Connection connection = pools.open("jdbc:fake:a")) {
                            assertThat(connection.isClosed()).isFalse();
                            Thread.yield();
                            served.incrementAndGet();
                        }
                        return null;
                    });
            }
            watcher.finish();
            assertThat(served).hasValue(10_000);
            assertThat(pools.counters().softConnects()).isEqualTo(10_000);
            assertThat(pools.counters().softDisconnects()).isEqualTo(10_000);
            assertThat(pools.state().inUse()).isZero();
            assertThat(pools.state().waiting()).isZero();
            assertThat(database.opened.size()).isBetween(1, 20);
        }
        assertThat(database.open()).isEmpty();
    }

    @Test
    void theCountersBalanceAtEveryInstantOfARandomSchedule() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            ScriptedDatabase database = new ScriptedDatabase();
            Random failures = new Random(seed);
            database.script = (_, _) -> {
                boolean fails;
                synchronized (failures) {
                    fails = failures.nextInt(10) == 0;
                }
                if (fails) throw new SQLException("refused", "53300");
            };
            PoolSettings settings = new PoolSettings(3, Duration.ofMillis(250)).withLifetime(Duration.ofMillis(seed % 3 * 40)).withMinSize(seed % 2);
            if (seed % 5 == 0) settings = settings.withParallelOpens();
            try (KeyedPools pools = pools(database, seed % 4 == 0 ? settings : settings.withoutBlocking())) {
            Watcher watcher = new Watcher(pools);
                List<Future<?>> callers = new ArrayList<>();
                try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                    for (int caller = 0; caller < 6; caller++) {
                        Random random = new Random(seed * 1_000L + caller);
                        callers.add(executor.submit(() -> {
                            for (int i = 0; i < 60; i++) act(pools, database, random);
                        }));
                    }
                }
                for (Future<?> caller : callers) caller.get();
                watcher.finish();
                PoolCounters end = pools.counters();
                Invariants.check(end);
                assertThat(end.activeConnections()).as("in use at the end of seed %d", seed).isZero();
                assertThat(end.stasisConnections()).as("stasis at the end of seed %d", seed).isZero();
                // One more may just be opened for the minimum.
                KeyedPoolTest.until(() -> pools.counters().pooledConnections() == database.open().size());
                assertThat(pools.state().waiting()).isZero();
            }
            KeyedPoolTest.until(() -> database.open().isEmpty());
        }
    }

    private static void act(KeyedPools pools, ScriptedDatabase database, Random random) {
        String text = TEXTS.get(random.nextInt(TEXTS.size()));
        try {
            switch (random.nextInt(7)) {
                case 0 -> {
                    try (AmbientTransaction ambient = new AmbientTransaction()) {
                        pools.open(text, ambient).close();
                        Thread.yield();
                        try (Connection again = pools.open(text, ambient)) {
                            again.clearWarnings();
                            if (random.nextBoolean()) ambient.commit();
                        }
                    }
                }
                case 1 -> {
                    Connection connection = pools.open(text);
                    if (random.nextInt(3) == 0) connection.abort(Runnable::run);
                    connection.close();
                    connection.close();
                }
                case 2 -> {
                    Thread.currentThread().interrupt();
                    try (Connection connection = pools.open(text)) {
                        connection.clearWarnings();
                    } finally {
                        boolean _ = Thread.interrupted();
                    }
                }
                case 6 -> {
                    if (random.nextBoolean()) pools.prune();
                    else pools.clear(text);
                }
                case 3 -> {
                    List<ScriptedDatabase.Fake> open = database.open();
                    if (!open.isEmpty()) open.get(random.nextInt(open.size())).dead = true;
                }
                default -> {
                    try (Connection connection = pools.open(text)) {
                        connection.setAutoCommit(false);
                        Thread.yield();
                    }
                }
            }
        } catch (SQLException e) {
            // Refused, interrupted, lost or timed out: part of the schedule.
        }
    }

    private static KeyedPools pools(ScriptedDatabase database, PoolSettings settings) {
        // Every look at the clock finds another ms gone by, so that idle connections are checked often.
        AtomicLong skew = new AtomicLong();
        return new KeyedPools(
                settings,
                PoolListener.NONE,
                database,
                () -> System.nanoTime() + skew.addAndGet(2_000));
    }

    /** Takes snapshots as fast as it can and checks each. */
    private static final class Watcher {
        private final AtomicBoolean stop = new AtomicBoolean();
        private final AtomicInteger looked = new AtomicInteger();
        private final Thread thread;
        private volatile Throwable failure;

        Watcher(ConnectionPools pools) {
            thread = Thread.ofPlatform().name("watcher").start(() -> {
                try {
                    do {
                        Invariants.check(pools.counters());
                        looked.incrementAndGet();
                    } while (!stop.get());
                } catch (Throwable e) {
                    failure = e;
                }
            });
        }

        void finish() throws InterruptedException {
            stop.set(true);
            thread.join();
            if (failure != null) throw new AssertionError("the books did not balance", failure);
            assertThat(looked.get()).isPositive();
        }
    }
}
