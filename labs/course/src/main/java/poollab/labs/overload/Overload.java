package poollab.labs.overload;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Observation.Outcome;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.load.LoadRun;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.engine.Database;
import poollab.labs.PoolKind;
import poollab.labs.ServerLimit;
import poollab.labs.Toggle;
import poollab.load.ConnectionSource;
import poollab.load.LoadPlan;
import poollab.load.LoadResult;

/** The same clients three times: with a pool larger than the server, one that just fits, and a small one. */
public final class Overload implements Experiment {
    static final Parameter<Database> DB = Parameter.choice("db", Database.POSTGRESQL, "the database server");
    static final Parameter<PoolKind> POOL =
            Parameter.choice("pool", PoolKind.KEYED, "the client pool: keyed is ADO.NET's model");
    static final Parameter<Integer> CLIENTS =
            Parameter.whole("clients", 250, 1, 1_000, "clients, each of which asks again as soon as it has its answer");
    static final Parameter<Integer> CLIENT_POOL =
            Parameter.whole("client-pool", 300, 1, 1_000, "most connections of the pool");
    static final Parameter<Integer> MAX_CONNECTIONS =
            Parameter.whole("max-connections", 200, 40, 400, "max_connections of the server");
    static final Parameter<Query> QUERY = Parameter.choice("query", Query.SALE, "what each request does");
    static final Parameter<OnError> ON_ERROR =
            Parameter.choice("on-error", OnError.FAIL, "what a client does about a refused request");
    static final Parameter<Beginning> BEGINNING = Parameter.choice(
            "beginning", Beginning.RUSH, "rush: a lock lets all clients pile up first; calm: they just begin");
    static final Parameter<Opens> OPENS =
            Parameter.choice("opens", Opens.PARALLEL, "whether the keyed pool opens several connections at once");
    static final Parameter<Toggle> BLOCKING_PERIOD = Parameter.choice(
            "blocking-period", Toggle.OFF, "whether the keyed pool repeats a refusal for 5 s and more");
    static final Parameter<Duration> DURATION = Parameter.time(
                    "duration", Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofMinutes(5),
                    "how long each load is measured")
            .quickly(Duration.ofSeconds(3));

    /** The repaired size. */
    static final int SMALL = 20;

    /** What the pool that fits leaves free: three slots for superusers, and some for whoever looks on. */
    private static final int RESERVE = 10;

    private static final String APPLICATION = "bookstore web";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(
                DB, POOL, CLIENTS, CLIENT_POOL, MAX_CONNECTIONS, QUERY, ON_ERROR, BEGINNING, OPENS, BLOCKING_PERIOD, DURATION);
    }

    @Override
    public List<Claim> claims() {
        return OverloadClaims.ALL;
    }

    /** The largest pool that surely fits into the server. */
    static int fitting(Settings settings) {
        return settings.get(MAX_CONNECTIONS) - RESERVE;
    }

    /** Whether the clients would need more connections than there are. */
    static boolean overloads(Settings settings) {
        return Math.min(settings.get(CLIENTS), settings.get(CLIENT_POOL)) >= settings.get(MAX_CONNECTIONS);
    }

    static String load(int size) {
        return "pool-" + size;
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        ServerLimit.set(bench, settings.get(MAX_CONNECTIONS));
        String text = bench.server().text(APPLICATION);
        warmUp(settings, bench, text);
        Set<Integer> sizes = new LinkedHashSet<>(List.of(settings.get(CLIENT_POOL)));
        // Between the two, to tell the price of the crowd from the price of the refusals.
        if (overloads(settings)) sizes.add(fitting(settings));
        sizes.add(SMALL);
        Map<Integer, Double> perSecond = new HashMap<>();
        for (int size : sizes) perSecond.put(size, measure(settings, bench, text, size));
        if (overloads(settings)) lost(settings, bench, perSecond);
        if (settings.get(QUERY) == Query.POINT_READ) generator(settings, bench, text);
    }

    /** The first load must not pay for a JVM that has just started. */
    private static void warmUp(Settings settings, Bench bench, String text) throws SQLException {
        Duration time = settings.get(DURATION).dividedBy(2);
        bench.event("clients", Outcome.NOTE, "warm up for " + DURATION.kind().format(time));
        try (ConnectionPools pools = pools(settings, SMALL, PoolListener.NONE)) {
            ConnectionSource source = ConnectionSource.of(pools, text);
            LoadRun.prepare(settings.get(QUERY).work, source);
            LoadPlan plan = LoadPlan.closed(settings.get(QUERY).work, settings.get(CLIENTS), time);
            LoadRun.unobserved(bench, plan, source);
        }
    }

    /** Returns how many requests succeeded per second. */
    private static double measure(Settings settings, Bench bench, String text, int size) throws Exception {
        Refusals refusals = new Refusals();
        LoadPlan plan = LoadPlan.closed(
                        settings.get(QUERY).work, settings.get(CLIENTS), settings.get(DURATION))
                .warmingUp(settings.get(DURATION).dividedBy(4))
                .retrying(settings.get(ON_ERROR).retry)
                .seeded(bench.random().nextLong());
        // tag::pool[]
        try (ConnectionPools pools = bench.lend(pools(settings, size, refusals))) {
            ConnectionSource source = ConnectionSource.of(pools, text);
            if (settings.get(BEGINNING) == Beginning.RUSH)
                new Rush(bench, source, settings.get(QUERY).work)
                        .run(load(size), settings.get(CLIENTS));
            LoadResult result =
                    new LoadRun(bench, load(size)).here(plan, source);
            // end::pool[]
            refusals.record(bench, load(size));
            bench.figureOf(load(size), "errors-53300", "of the errors, SQLSTATE 53300",
                    result.errorCount(ServerLimit.TOO_MANY_CONNECTIONS), Unit.COUNT);
            return result.throughput();
        }
    }

    /** What the clients of this lab cost themselves: the same reads once more by pgbench, where it is installed. */
    private static void generator(Settings settings, Bench bench, String text) throws Exception {
        LoadPlan plan = LoadPlan.closed(Query.POINT_READ.work, SMALL, settings.get(DURATION))
                .warmingUp(settings.get(DURATION).dividedBy(2))
                .holding(LoadPlan.Holding.PER_CLIENT);
        try (ConnectionPools pools = pools(settings, SMALL, PoolListener.NONE)) {
            LoadRun run = new LoadRun(bench, "generator");
            LoadResult result = run.here(plan, ConnectionSource.of(pools, text));
            if (run.besidePgbench(result, SMALL).isEmpty())
                bench.event("generator", Outcome.NOTE, "pgbench is not installed: nothing to compare with");
        }
    }

    private static ConnectionPools pools(Settings settings, int size, PoolListener listener) {
        // No reset on return: it would be a second round trip for a request that has one.
        PoolSettings each = new PoolSettings(size, CONNECT_TIMEOUT, ConnectionReset.NONE);
        if (settings.get(BLOCKING_PERIOD) == Toggle.OFF) each = each.withoutBlocking();
        if (settings.get(OPENS) == Opens.PARALLEL) each = each.withParallelOpens();
        return settings.get(POOL).open(each, listener);
    }

    /** Part of what is lost goes to the crowd on the server, part to logins that are refused. */
    private static void lost(Settings settings, Bench bench, Map<Integer, Double> perSecond) {
        double small = perSecond.get(SMALL);
        double fitting = perSecond.get(fitting(settings));
        double large = perSecond.get(settings.get(CLIENT_POOL));
        bench.figure("lost.crowd", "requests/s lost to " + fitting(settings) + " connections at once", small - fitting,
                Unit.PER_SECOND);
        bench.figure("lost.refusals", "requests/s lost to asking for more", fitting - large, Unit.PER_SECOND);
    }
}
