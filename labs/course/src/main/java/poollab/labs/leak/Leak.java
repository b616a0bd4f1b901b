package poollab.labs.leak;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Parameter;
import poollab.bench.PoolWatch;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.PoolSettings;
import poollab.engine.Database;
import poollab.labs.ConnectionText;
import poollab.labs.Counters;
import poollab.labs.PoolKind;
import poollab.labs.ServerView;

/** Seven requests on a pool of five, and one of the faults that use it up. */
public final class Leak implements Experiment {
    static final Parameter<Database> DB =
            Parameter.choice("db", Database.POSTGRESQL, "the database server");
    static final Parameter<PoolKind> POOL =
            Parameter.choice("pool", PoolKind.KEYED, "the client pool: keyed is ADO.NET's model");
    static final Parameter<Fault> FAULT = Parameter.choice("fault", Fault.LEAK, "what is wrong with the requests");
    static final Parameter<Integer> MAX_POOL_SIZE =
            Parameter.whole("max-pool-size", 5, 1, 100, "most connections of the pool");
    static final Parameter<Duration> CONNECT_TIMEOUT = Parameter.time(
                    "connect-timeout", Duration.ofSeconds(3), Duration.ofMillis(250), Duration.ofSeconds(60),
                    "how long a request waits for a connection")
            .quickly(Duration.ofSeconds(1));
    static final Parameter<Integer> REQUESTS = Parameter.whole("requests", 7, 1, 200, "how many requests arrive");

    private static final String APPLICATION = "bookstore web";

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(DB, POOL, FAULT, MAX_POOL_SIZE, CONNECT_TIMEOUT, REQUESTS);
    }

    @Override
    public List<Claim> claims() {
        return LeakClaims.ALL;
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        PoolWatch watch = bench.lend(new PoolWatch(bench, "slots", "The pool's connections"));
        ConnectionPools pools = bench.lend(pools(settings, watch));
        watch.lookAt(pools);
        String text = ConnectionText.to(bench.server().url(), bench.server().application())
                .with("ApplicationName", APPLICATION)
                .toString();
        ServerView view = new ServerView(bench, APPLICATION);
        view.watch();
        Desk desk = new Desk(bench, pools, text, settings.get(MAX_POOL_SIZE));
        try {
            serve(settings, bench, pools, text, desk, view);
        } finally {
            // Of a run that breaks off, too: what was served by then.
            desk.record();
        }
        var counters = pools.counters();
        Counters.record(bench, Map.of(Words.of(settings.get(POOL)), counters));
        bench.figure("hard-connects", "physical connections opened", counters.hardConnects(), Unit.COUNT);
        bench.figure("peak.in-use", "most connections in use at once", watch.peak("in use"), Unit.COUNT);
        bench.figure("peak.waiting", "most requests waiting at once", watch.peak("waiting"), Unit.COUNT);
    }

    private static void serve(
            Settings settings, Bench bench, ConnectionPools pools, String text, Desk desk, ServerView view)
            throws Exception {
        int requests = settings.get(REQUESTS);
        int max = settings.get(MAX_POOL_SIZE);
        HeldConnections held = new HeldConnections(bench, pools, text, desk, view, requests);
        switch (settings.get(FAULT)) {
            case LEAK -> held.leak();
            case OPEN_TRANSACTION -> held.openTransaction();
            case OPEN_READER -> held.openReader();
            case RECLAIMED -> held.dropped();
            case NONE -> held.closed();
            case SLOW_QUERY -> new BusyConnections(bench, pools, desk, view, requests, max).slowQuery();
            case BLOCKING -> new BusyConnections(bench, pools, desk, view, requests, max).blocking();
            case CONCURRENCY ->
                new BusyConnections(bench, pools, desk, view, requests, max).concurrency(rendering(settings));
        }
    }

    /** How long a request of the concurrency fault holds its connection: a quarter of what others are ready to wait. */
    static Duration rendering(Settings settings) {
        return settings.get(CONNECT_TIMEOUT).dividedBy(4);
    }

    private static ConnectionPools pools(Settings settings, PoolWatch watch) {
        PoolSettings each = new PoolSettings(settings.get(MAX_POOL_SIZE), settings.get(CONNECT_TIMEOUT));
        return settings.get(POOL).open(each, watch);
    }
}
