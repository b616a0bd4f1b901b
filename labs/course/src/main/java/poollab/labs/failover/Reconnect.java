package poollab.labs.failover;

import static poollab.labs.failover.Failover.INSTANCES;
import static poollab.labs.failover.Failover.JITTER;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolSettings;
import poollab.engine.Server;
import poollab.labs.Sql;

/** Instances whose pools are full lose their server, and come back: all together, or each in its own time. */
final class Reconnect {
    /** Connections of each instance's pool. */
    static final int SIZE = 3;

    private static final Duration WITHIN = Duration.ofSeconds(1);
    private static final Duration AWAY = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Bench bench;
    private final int instances;
    private final Duration jitter;
    private final RandomGenerator random;
    private volatile long killed;

    Reconnect(Bench bench, Settings settings) {
        this.bench = bench;
        instances = settings.get(INSTANCES);
        jitter = settings.get(JITTER);
        random = bench.random();
    }

    void run() throws Exception {
        Server server = Servers.lend(bench);
        measure(server, "together", false);
        if (!jitter.isZero()) measure(server, "jittered", true);
    }

    // tag::pause[]
    /** The same on average: half the jitter. */
    private Duration pause(boolean jittered) {
        if (!jittered) return jitter.dividedBy(2);
        synchronized (random) {
            return Duration.ofNanos(random.nextLong(jitter.toNanos()));
        }
    }
    // end::pause[]

    private void measure(Server server, String name, boolean jittered) throws Exception {
        Connects connects = new Connects(bench);
        PoolSettings settings =
                new PoolSettings(SIZE, PATIENCE, ConnectionReset.NONE).withoutBlocking().withParallelOpens();
        List<KeyedPools> pools = new ArrayList<>();
        // One lock for each instance, as in processes of their own: they must not wait for each other.
        for (int i = 0; i < instances; i++) pools.add(bench.lend(new KeyedPools(settings, connects)));
        try (ExecutorService clients = bench.lend(Executors.newCachedThreadPool())) {
            all(clients, pools, server, false);
            killed = bench.nanos();
            server.kill();
            bench.event(name, Outcome.NOTE, "the server is killed under " + instances + " instances");
            Future<?> restart = clients.submit(() -> {
                Thread.sleep(AWAY);
                server.restart(Map.of());
                return null;
            });
            long attempts = all(clients, pools, server, jittered);
            restart.get();
            record(name, connects, attempts);
        } finally {
            for (KeyedPools each : pools) each.close();
        }
    }

    private void record(String name, Connects connects, long attempts) {
        long peak = connects.peak(killed, WITHIN);
        bench.figureOf(name, "connects", "connections opened afterwards", connects.since(killed), Unit.COUNT);
        bench.figureOf(name, "attempts", "attempts it took", attempts, Unit.COUNT);
        bench.figureOf(name, "peak", "most of them begun within a second", peak, Unit.COUNT);
        bench.event(name, Outcome.OK,
                connects.since(killed) + " connections again, at most " + peak + " of them in a second");
    }

    /** Every client of every instance gets a connection that works, and keeps it until all have theirs. @return attempts */
    private long all(ExecutorService clients, List<KeyedPools> pools, Server server, boolean jittered)
            throws Exception {
        CountDownLatch missing = new CountDownLatch(instances * SIZE);
        List<Future<Integer>> attempts = new ArrayList<>();
        for (KeyedPools pool : pools)
            for (int i = 0; i < SIZE; i++)
                attempts.add(clients.submit(() -> connect(pool, Login.text(server), jittered, missing)));
        long sum = 0;
        for (Future<Integer> each : attempts) sum += each.get();
        return sum;
    }

    private int connect(KeyedPools pool, String text, boolean jittered, CountDownLatch missing) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = pool.open(text)) {
                Sql.text(connection, "select 1");
                missing.countDown();
                missing.await();
                return attempt;
            } catch (SQLException e) {
                Thread.sleep(pause(jittered));
            }
        }
    }
}
