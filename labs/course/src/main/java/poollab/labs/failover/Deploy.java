package poollab.labs.failover;

import static poollab.labs.failover.Failover.INSTANCES;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.engine.Server;
import poollab.labs.Sql;

/** A rolling deploy: each new instance is up, its pool full, before the old one that it replaces ends. */
final class Deploy {
    /** Connections of each instance's pool. */
    static final int SIZE = 4;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LEAVING = Duration.ofSeconds(10);
    private static final String BACKENDS = "select count(*) from pg_stat_activity where application_name = '"
            + Login.APPLICATION + "' and backend_type = 'client backend'";

    private final Bench bench;
    private final Settings settings;
    private final int instances;

    Deploy(Bench bench, Settings settings) {
        this.bench = bench;
        this.settings = settings;
        instances = settings.get(INSTANCES);
    }

    void run() throws Exception {
        Server server = Servers.lend(bench);
        measure(server, "direct", Login.text(server), true);
        LabPooler pooler = Poolers.lend(bench, settings, server);
        measure(server, "pooled", pooler.text(Login.APPLICATION), false);
    }

    private void measure(Server server, String name, String text, boolean gone) throws Exception {
        List<KeyedPools> all = new ArrayList<>();
        try (Connection observer = bench.lend(server.observe())) {
            for (int i = 0; i < instances; i++) all.add(started(text));
            long before = count(observer);
            bench.event(name, Outcome.OK, instances + " old instances: " + before + " backends");
            for (int i = 0; i < instances; i++) all.add(started(text));
            long overlap = count(observer);
            bench.event(name, Outcome.OK, "and " + instances + " new ones: " + overlap + " backends");
            for (KeyedPools old : all.subList(0, instances)) old.close();
            // A backend ends a moment after its client has said good-bye; the pooler keeps its own.
            if (gone) bench.await(LEAVING, () -> count(observer) <= before);
            bench.figureOf(name, "before", "backends of the old instances", before, Unit.COUNT);
            bench.figureOf(name, "overlap", "backends while old and new are up", overlap, Unit.COUNT);
            bench.figureOf(name, "after", "backends when the old are gone", count(observer), Unit.COUNT);
        } finally {
            for (KeyedPools each : all) each.close();
        }
    }

    private static long count(Connection observer) throws SQLException {
        return Long.parseLong(Sql.text(observer, BACKENDS));
    }

    /** An instance that has served as many requests at once as its pool has connections. */
    private KeyedPools started(String text) throws Exception {
        PoolSettings each = new PoolSettings(SIZE, PATIENCE, ConnectionReset.NONE).withoutBlocking().withParallelOpens();
        KeyedPools pools = bench.lend(new KeyedPools(each, PoolListener.NONE));
        CountDownLatch missing = new CountDownLatch(SIZE);
        List<Future<String>> requests = new ArrayList<>();
        try (ExecutorService clients = bench.lend(Executors.newVirtualThreadPerTaskExecutor())) {
            for (int i = 0; i < SIZE; i++) requests.add(clients.submit(() -> request(pools, text, missing)));
            for (Future<String> request : requests) request.get();
        }
        return pools;
    }

    private static String request(KeyedPools pools, String text, CountDownLatch missing) throws Exception {
        try (Connection connection = pools.open(text)) {
            String answer = Sql.text(connection, "select 1");
            missing.countDown();
            missing.await();
            return answer;
        }
    }
}
