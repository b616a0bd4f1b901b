package poollab.labs.cost;

import static poollab.labs.cost.Cost.BURSTS;
import static poollab.labs.cost.Cost.MAX_IDLE;
import static poollab.labs.cost.Cost.MAX_OPEN;

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
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolCounters;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.labs.ConnectionText;
import poollab.labs.Sql;

/** The same bursts of requests on two pools: one keeps few connections idle, the other all that it opened. */
final class Churn {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int REQUESTS_PER_CONNECTION = 2;

    private final Bench bench;
    private final int maxOpen;
    private final int maxIdle;
    private final int bursts;

    Churn(Bench bench, Settings settings) {
        this.bench = bench;
        maxOpen = settings.get(MAX_OPEN);
        maxIdle = Math.min(maxOpen, settings.get(MAX_IDLE));
        bursts = settings.get(BURSTS);
    }

    void measure() throws Exception {
        if (maxIdle < maxOpen) run("limited", maxIdle);
        run("kept", maxOpen);
    }

    private void run(String name, int keep) throws Exception {
        String text = ConnectionText.to(bench.server().url(), bench.server().application())
                .with("ApplicationName", "bookstore bursts").toString();
        // tag::pool[]
        PoolSettings settings = new PoolSettings(maxOpen, PATIENCE)
                .withMaxIdle(keep)
                .withParallelOpens();
        // end::pool[]
        Times bursting = new Times();
        try (KeyedPools pools = bench.lend(new KeyedPools(settings, PoolListener.NONE));
                ExecutorService requests = bench.lend(Executors.newVirtualThreadPerTaskExecutor())) {
            for (int burst = 1; burst <= bursts; burst++) {
                double took = burst(requests, pools, text);
                // The first one has to open its connections in any case.
                if (burst > 1) bursting.add(took);
                PoolCounters now = pools.counters();
                bench.event("max idle " + keep, Outcome.OK, "burst " + burst + ": " + Unit.MILLISECONDS.format(took) + ", "
                        + now.hardConnects() + " connects so far, " + now.freeConnections() + " idle");
            }
            PoolCounters counters = pools.counters();
            bench.figureOf(name, "hard-connects", "physical connects", counters.hardConnects(), Unit.COUNT);
            bench.figureOf(name, "hard-disconnects", "physical disconnects", counters.hardDisconnects(), Unit.COUNT);
            bench.figureOf(name, "requests", "requests served", counters.softConnects(), Unit.COUNT);
            bench.figureOf(name, "burst", "a burst after the first, median", bursting.median(), Unit.MILLISECONDS);
        }
    }

    /** All at once, twice as many as there are connections. Returns how long it took, in milliseconds. */
    private double burst(ExecutorService requests, KeyedPools pools, String text) throws Exception {
        var go = new CountDownLatch(1);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 1; i <= REQUESTS_PER_CONNECTION * maxOpen; i++) {
            int book = i;
            all.add(requests.submit(() -> {
                go.await();
                serve(pools, text, book);
                return null;
            }));
        }
        long begin = bench.nanos();
        go.countDown();
        for (Future<?> each : all) each.get();
        return (bench.nanos() - begin) / 1e6;
    }

    // tag::request[]
    static void serve(KeyedPools pools, String text, int book)
            throws SQLException, InterruptedException {
        try (Connection connection = pools.open(text)) {
            Sql.run(connection, "select title from books where id = " + book);
            Thread.sleep(5); // works on it, and still holds the connection
        }
    }
    // end::request[]
}
