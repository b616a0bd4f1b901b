package poollab.labs.cost;

import static poollab.labs.cost.Cost.CLIENTS;
import static poollab.labs.cost.Cost.DURATION;
import static poollab.labs.cost.Cost.IDLE;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.load.LoadRun;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PhysicalConnector;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.engine.EngineKind;
import poollab.engine.ProcessMemory;
import poollab.labs.Sql;
import poollab.load.ConnectionSource;
import poollab.load.LoadPlan;
import poollab.load.LoadResult;

/** The same small load again and again, beside few and many idle connections. Up and down, twice: drift must not decide. */
final class IdleNeighbours {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final List<Integer> STEPS = List.of(0, 50, 100, 190);
    private static final int SWEEPS = 4;
    private static final int WARM_UP_FACTOR = 4;
    private static final String LOAD = "bookstore load";
    private static final String NEIGHBOURS = "bookstore idle";
    private static final String OURS =
            "select count(*) from pg_stat_activity where application_name in ('" + LOAD + "', '" + NEIGHBOURS + "')";

    private final Bench bench;
    private final List<Integer> steps;
    private final LoadPlan plan;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Map<Integer, Times> throughputs = new TreeMap<>();
    private final Map<Integer, Long> backends = new HashMap<>();
    private final Map<String, Map<Integer, Long>> waits = new TreeMap<>();

    IdleNeighbours(Bench bench, Settings settings) {
        this.bench = bench;
        steps = steps(settings.get(IDLE));
        plan = LoadPlan.closed(LoadRun.pointRead(), settings.get(CLIENTS), settings.get(DURATION))
                .holding(LoadPlan.Holding.PER_CLIENT);
    }

    /** How many idle connections there are in turn, the most last. */
    static List<Integer> steps(int most) {
        return Stream.concat(STEPS.stream().filter(step -> step < most), Stream.of(most)).toList();
    }

    void measure() throws Exception {
        String load = bench.server().text(LOAD);
        var settings = new PoolSettings(plan.clients(), PATIENCE, ConnectionReset.NONE).withParallelOpens();
        try (KeyedPools pools = bench.lend(new KeyedPools(settings, PoolListener.NONE));
                Connection observer = bench.lend(bench.server().observe())) {
            ConnectionSource source = ConnectionSource.of(pools, load);
            // The first rounds would otherwise pay for the compiler.
            LoadRun.unobserved(bench, plan.warmingUp(plan.duration().multipliedBy(WARM_UP_FACTOR)), source);
            for (int sweep = 0; sweep < SWEEPS; sweep++) {
                for (int step : sweep % 2 == 0 ? steps : steps.reversed()) round(step, source, observer);
                if (sweep == 0) memory();
            }
        }
        become(0);
        record();
    }

    private void round(int step, ConnectionSource source, Connection observer) throws Exception {
        become(step);
        // Those that were closed take a moment to go.
        bench.await(PATIENCE, () -> Sql.number(observer, OURS) == step + plan.clients());
        LoadResult result;
        try (Activity activity = bench.lend(Activity.begin(bench, List.of(LOAD, NEIGHBOURS)))) {
            result = LoadRun.unobserved(bench, plan, source);
            backends.merge(step, activity.most(), Math::max);
            activity.waits().forEach((wait, seen) ->
                    waits.computeIfAbsent(wait, w -> new TreeMap<>()).merge(step, seen, Long::sum));
        }
        if (Thread.interrupted()) throw new InterruptedException();
        if (result.errorCount() > 0) throw new SQLException(result.errors().getFirst().firstText());
        throughputs.computeIfAbsent(step, s -> new Times()).add(result.throughput());
        bench.event(step + " idle", Outcome.OK, Unit.PER_SECOND.format(result.throughput()));
    }

    /** Opens or closes connections until so many lie idle. Each has worked once, as in a pool. */
    private void become(int step) throws SQLException {
        String text = bench.server().text(NEIGHBOURS);
        while (idle.size() < step) {
            Connection connection = bench.lend(PhysicalConnector.DRIVER.connect(text, PATIENCE));
            idle.push(connection);
            Sql.run(connection, "select count(*) from books");
        }
        while (idle.size() > step) idle.pop().close();
    }

    /** What the idle ones hold, at their most. */
    private void memory() throws SQLException {
        if (bench.server().kind() != EngineKind.EMBEDDED || idle.isEmpty()) return;
        List<ProcessMemory> all = new ArrayList<>();
        for (Connection connection : idle)
            ProcessMemory.of(Sql.number(connection, "select pg_backend_pid()")).ifPresent(all::add);
        if (all.isEmpty()) return;
        long own = all.stream().mapToLong(ProcessMemory::own).sum();
        bench.figure("idle.own", "memory of the idle backends, their own", own, Unit.BYTES);
        bench.figure("idle.own-each", "  of each, mean", (double) own / all.size(), Unit.BYTES);
    }

    private void record() {
        List<List<Object>> rows = new ArrayList<>();
        for (int step : steps) {
            Times rounds = throughputs.get(step);
            double throughput = rounds.median();
            String of = "idle-" + step;
            bench.figureOf(of, "throughput", "point reads per second", throughput, Unit.PER_SECOND);
            bench.figureOf(of, "slowest", "  in the slowest round", rounds.least(), Unit.PER_SECOND);
            bench.figureOf(of, "fastest", "  in the fastest round", rounds.most(), Unit.PER_SECOND);
            bench.figureOf(of, "backends", "most backends seen", backends.get(step), Unit.COUNT);
            rows.add(List.of(String.valueOf(step), throughput, rounds.least(), rounds.most(), backends.get(step)));
        }
        bench.table("idle", "The same load beside idle connections", List.of(
                new Column("idle", Unit.TEXT), new Column("point reads", Unit.PER_SECOND),
                new Column("slowest", Unit.PER_SECOND), new Column("fastest", Unit.PER_SECOND),
                new Column("backends", Unit.COUNT)), rows, "point reads");
        List<Column> columns = new ArrayList<>(List.of(new Column("active backends wait for", Unit.TEXT)));
        for (int step : steps) columns.add(new Column(step + " idle", Unit.COUNT));
        bench.table("waits", "How often an active backend was seen to wait", columns, waits.entrySet().stream()
                .map(wait -> {
                    List<Object> row = new ArrayList<>(List.of(wait.getKey()));
                    for (int step : steps) row.add(wait.getValue().getOrDefault(step, 0L));
                    return row;
                })
                .toList(), null);
    }
}
