package poollab.labs.sizing;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Observation.Outcome;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.load.LoadRun;
import poollab.clientpool.KeyedPools;
import poollab.engine.Database;
import poollab.labs.FilledPool;
import poollab.labs.ServerLimit;
import poollab.load.ConnectionSource;
import poollab.load.LoadPlan;
import poollab.load.LoadResult;
import poollab.load.Pace;
import poollab.load.Work;

/** The same clients on a pool of 1, of 2, of 3 and so on; then, at the best of these sizes, half of what it can do. */
public final class Sizing implements Experiment {
    static final Parameter<Database> DB = Parameter.choice("db", Database.POSTGRESQL, "the database server");
    static final Parameter<Integer> CLIENTS =
            Parameter.whole("clients", 200, 1, 1_000, "clients, each of which asks again as soon as it has its answer");
    static final Parameter<Integer> LARGEST =
            Parameter.whole("largest", 200, 5, 300, "the largest pool of the sweep");
    static final Parameter<Integer> SCALE = Parameter.whole(
            "scale", 10, 1, 100, "shops: each sale writes to the one row of its shop, as in pgbench");
    static final Parameter<Duration> DURATION = Parameter.time(
                    "duration", Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofMinutes(5),
                    "how long each size is measured")
            .quickly(Duration.ofSeconds(2));

    private static final List<Integer> LADDER = List.of(1, 2, 3, 5, 10, 20, 50, 100, 200);
    /** Beyond the pool: superusers' slots and whoever looks on. */
    private static final int ROOM = 20;
    private static final int USUAL_LIMIT = 200;

    private static final String APPLICATION = "bookstore web";

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(DB, CLIENTS, LARGEST, SCALE, DURATION);
    }

    @Override
    public List<Claim> claims() {
        return SizingClaims.ALL;
    }

    /** From 1 to the largest. */
    static List<Integer> sizes(int largest) {
        List<Integer> sizes = new ArrayList<>(LADDER.stream().filter(size -> size < largest).toList());
        sizes.add(largest);
        return sizes;
    }

    static String load(int size) {
        return "pool-" + size;
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        List<Integer> sizes = sizes(settings.get(LARGEST));
        ServerLimit.set(bench, Math.max(USUAL_LIMIT, settings.get(LARGEST) + ROOM));
        Work sale = LoadRun.sale(settings.get(SCALE));
        String text = bench.server().text(APPLICATION);
        warmUp(settings, bench, sale, text);
        Sweep sweep = new Sweep(bench);
        // In no order: what drifts while the lab runs must not look like a curve.
        for (int size : shuffled(sizes, bench)) {
            try (KeyedPools pools = FilledPool.open(size, text)) {
                LoadRun run = new LoadRun(bench, load(size));
                sweep.add(size, run.here(plan(settings, bench, sale), ConnectionSource.of(pools, text)), run.waits());
            }
        }
        sweep.record();
        Elsewhere.record(bench, sweep, settings.get(CLIENTS));
        half(settings, bench, sale, text, sweep);
    }

    private static List<Integer> shuffled(List<Integer> sizes, Bench bench) {
        TreeMap<Double, Integer> drawn = new TreeMap<>();
        for (int size : sizes) drawn.put(bench.random().nextDouble(), size);
        return List.copyOf(drawn.values());
    }

    private static LoadPlan plan(Settings settings, Bench bench, Work work) {
        return LoadPlan.closed(work, settings.get(CLIENTS), settings.get(DURATION))
                .warmingUp(settings.get(DURATION).dividedBy(4))
                .seeded(bench.random().nextLong());
    }

    private static void warmUp(Settings settings, Bench bench, Work work, String text) throws SQLException {
        Duration time = settings.get(DURATION);
        bench.event("clients", Outcome.NOTE, "warm up for " + DURATION.kind().format(time));
        try (KeyedPools pools = FilledPool.open(10, text)) {
            ConnectionSource source = ConnectionSource.of(pools, text);
            LoadRun.prepare(work, source);
            LoadPlan plan = LoadPlan.closed(work, settings.get(CLIENTS), time);
            LoadRun.unobserved(bench, plan, source);
        }
    }

    /** Requests that come at half the best rate, whatever the answers take: how many connections are in use then? */
    private static void half(Settings settings, Bench bench, Work work, String text, Sweep sweep) throws Exception {
        int size = sweep.best().size();
        double rate = sweep.best().result().throughput() / 2;
        LoadPlan plan = plan(settings, bench, work).warmingUp(Duration.ZERO).at(new Pace.Open(rate));
        try (KeyedPools pools = FilledPool.open(size, text);
                InUse looking = new InUse(pools)) {
            // tag::half[]
            looking.begin();
            LoadResult result = new LoadRun(bench, "half")
                    .here(plan, ConnectionSource.of(pools, text));
            double seen = looking.mean();
            double predicted = result.throughput()
                    * result.using().meanMs() / 1_000;
            // end::half[]
            bench.figure("half.predicted", "connections in use: throughput × service time", predicted, Unit.COUNT);
            bench.figure("half.in-use", "connections in use, as seen", seen, Unit.COUNT);
        }
    }
}
