package poollab.labs.prepared;

import java.sql.SQLException;
import java.time.Duration;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.load.LoadRun;
import poollab.bench.pooler.LabPooler;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.labs.FilledPool;
import poollab.load.ConnectionSource;
import poollab.load.LoadPlan;
import poollab.load.LoadPlan.Holding;
import poollab.load.LoadResult;

/** The application: its clients and its client pool. */
final class Clients {
    private static final String APPLICATION = "bookstore web";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(60);

    private final Settings settings;
    private final Bench bench;

    Clients(Settings settings, Bench bench) {
        this.settings = settings;
        this.bench = bench;
    }

    /** Each client keeps a connection of its own to the pooler. */
    LoadResult each(String load, LabPooler pooler, Driver driver) throws SQLException {
        String text = text(pooler, driver);
        try (KeyedPools pools = filled(settings.get(Prepared.CLIENTS), ConnectionReset.NONE, text)) {
            LoadResult result = new LoadRun(bench, load).here(plan(Holding.PER_CLIENT), ConnectionSource.of(pools, text));
            long again = pools.counters().hardConnects() - settings.get(Prepared.CLIENTS);
            bench.figure(load + ".reopened", load + ": connections that the client pool opened anew", again, Unit.COUNT);
            return result;
        }
    }

    /** The clients share a small client pool; a connection is reset on its return, or not. */
    LoadResult shared(String load, LabPooler pooler, ConnectionReset reset) throws SQLException {
        String text = text(pooler, Driver.AUTO_PREPARE);
        try (KeyedPools pools = filled(settings.get(Prepared.POOL_SIZE), reset, text)) {
            return new LoadRun(bench, load).here(plan(Holding.PER_REQUEST), ConnectionSource.of(pools, text));
        }
    }

    /** A JVM that has just started spends several times as much on a request: the first load must not pay for it. */
    void warmUp(LabPooler pooler) throws SQLException {
        Duration time = settings.get(Prepared.DURATION);
        bench.event("clients", Outcome.NOTE, "warm up for " + Prepared.DURATION.kind().format(time));
        // Another name, so that what is prepared here is on other server connections.
        String text = pooler.text(World.WARM_UP, APPLICATION) + "&" + Driver.AUTO_PREPARE.parameter(settings);
        try (KeyedPools pools = filled(settings.get(Prepared.CLIENTS), ConnectionReset.NONE, text)) {
            LoadPlan plan = LoadPlan.closed(new Lookups(), settings.get(Prepared.CLIENTS), time).holding(Holding.PER_CLIENT);
            LoadRun.unobserved(bench, plan, ConnectionSource.of(pools, text));
        }
    }

    private String text(LabPooler pooler, Driver driver) {
        return pooler.text(APPLICATION) + "&" + driver.parameter(settings);
    }

    /** What comes first counts, too: it is when names are given. */
    private LoadPlan plan(Holding holding) {
        return LoadPlan.closed(new Lookups(), settings.get(Prepared.CLIENTS), settings.get(Prepared.DURATION))
                .holding(holding)
                .seeded(bench.random().nextLong());
    }

    /** All connections are there before a load begins: opening them is no part of it. */
    private KeyedPools filled(int size, ConnectionReset reset, String text) throws SQLException {
        KeyedPools pools = bench.lend(new KeyedPools(new PoolSettings(size, CONNECT_TIMEOUT, reset), PoolListener.NONE));
        FilledPool.fill(pools, size, text);
        return pools;
    }
}
