package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
    private static final int POOL = 20;
    private static final int CALLERS = 10_000;
    private static final List<String> TEXTS = List.of("jdbc:fake:a", "jdbc:fake:b");
    private static final List<Identity> IDENTITIES = List.of(
            Identity.OF_TEXT,
            new Identity.Credential("app", "secret"),
            new Identity.Integrated("ann"),
            new Identity.Integrated("bob"));

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

    /** All wait before the first is served. Each look at the clock is a round of somebody's waiting: spinning would show. */
    @Test
    void tenThousandWaitersAreServedInOrderAndNobodySpins() throws Exception {
        ScriptedDatabase database = new ScriptedDatabase();
        AtomicLong looks = new AtomicLong();
        List<Integer> served = Collections.synchronizedList(new ArrayList<>());
        PoolSettings settings = new PoolSettings(POOL, Duration.ofMinutes(1));
        try (KeyedPools pools = new KeyedPools(settings, PoolListener.NONE, database, () -> {
            looks.incrementAndGet();
            return System.nanoTime();
        })) {
            List<Connection> held = new ArrayList<>();
            for (int i = 0; i < POOL; i++) held.add(pools.open("jdbc:fake:a"));
            List<Future<?>> callers = new ArrayList<>();
            try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < CALLERS; i++) {
                    int number = i;
                    callers.add(executor.submit(() -> {
                        try (Connection _ = pools.open("jdbc:fake:a")) {
                            served.add(number);
                        }
                        return null;
                    }));
                    while (pools.state().waiting() <= number) Thread.onSpinWait();
                }
                for (Connection connection : held) connection.close();
            }
            for (Future<?> caller : callers) caller.get();
        }
        assertThat(served).hasSize(CALLERS);
        // Whoever was granted a connection and has not told yet holds it: at most all but one of the pool's.
        for (int position = 0; position < CALLERS; position++)
            assertThat(served.get(position) - position).as("how many were overtaken by caller %d", served.get(position)).isLessThan(POOL);
        assertThat(looks.get()).as("looks at the clock").isLessThan(20L * CALLERS);
        assertThat(database.opened).hasSize(POOL);
    }

    @Test
    void theCountersBalanceAtEveryInstantOfARandomSchedule() throws Exception {
        List<PoolCounters> seen = new ArrayList<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            // A collection is dear where other tests have filled the heap, so only some schedules drop connections.
            boolean drops = seed % 6 == 0;
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
                            for (int i = 0; i < 60; i++) act(pools, database, random, drops);
                        }));
                    }
                }
                for (Future<?> caller : callers) caller.get();
                // What was dropped may not be reclaimed yet.
                Await.until(() -> {
                    if (pools.counters().activeConnections() > 0) System.gc();
                    return pools.counters().activeConnections() == 0;
                });
                watcher.finish();
                seen.add(pools.counters());
                PoolCounters end = pools.counters();
                Invariants.check(end);
                assertThat(end.activeConnections()).as("in use at the end of seed %d", seed).isZero();
                assertThat(end.stasisConnections()).as("stasis at the end of seed %d", seed).isZero();
                // One more may just be opened for the minimum.
                Await.until(() -> pools.counters().pooledConnections() == database.open().size());
                assertThat(pools.state().waiting()).isZero();
            }
            Await.until(() -> database.open().isEmpty());
        }
        // The schedules did reach what they are for.
        assertThat(seen).anyMatch(c -> c.reclaimedConnections() > 0);
        assertThat(seen).anyMatch(c -> c.activePools() > c.activePoolGroups());
        assertThat(seen).anyMatch(c -> c.inactivePools() > 0);
    }

    private static void act(KeyedPools pools, ScriptedDatabase database, Random random, boolean drops) {
        String text = TEXTS.get(random.nextInt(TEXTS.size()));
        Identity identity = IDENTITIES.get(random.nextInt(IDENTITIES.size()));
        try {
            switch (random.nextInt(8)) {
                case 0 -> enlist(pools, text, identity, random);
                case 1 -> {
                    Connection connection = pools.open(text, identity);
                    if (random.nextInt(3) == 0) connection.abort(Runnable::run);
                    connection.close();
                    connection.close();
                }
                case 2 -> {
                    Thread.currentThread().interrupt();
                    try (Connection connection = pools.open(text, identity)) {
                        connection.clearWarnings();
                    } finally {
                        boolean _ = Thread.interrupted();
                    }
                }
                case 3 -> {
                    List<ScriptedDatabase.Fake> open = database.open();
                    if (!open.isEmpty()) open.get(random.nextInt(open.size())).dead = true;
                }
                case 4 -> {
                    if (random.nextBoolean()) pools.prune();
                    else pools.clear(text, identity);
                }
                case 5 -> {
                    if (!drops || random.nextInt(8) > 0) return;
                    pools.open(text, identity).setAutoCommit(false); // and dropped
                    System.gc();
                }
                default -> {
                    try (Connection connection = pools.open(text, identity)) {
                        connection.setAutoCommit(false);
                        Thread.yield();
                    }
                }
            }
        } catch (SQLException e) {
            // Refused, interrupted, lost or timed out: part of the schedule.
        }
    }

    private static void enlist(KeyedPools pools, String text, Identity identity, Random random) throws SQLException {
        try (AmbientTransaction ambient = new AmbientTransaction()) {
            pools.open(text, identity, ambient).close();
            Thread.yield();
            try (Connection again = pools.open(text, identity, ambient)) {
                again.clearWarnings();
                if (random.nextBoolean()) ambient.commit();
            }
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
