package poollab.bench.load;

import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import poollab.bench.Bench;
import poollab.bench.Unit;
import poollab.engine.Bookstore;
import poollab.load.ConnectionSource;
import poollab.load.Instance;
import poollab.load.Load;
import poollab.load.LoadClock;
import poollab.load.LoadListener;
import poollab.load.LoadPlan;
import poollab.load.LoadResult;
import poollab.load.PointRead;
import poollab.load.PoolSpec;
import poollab.load.Sale;
import poollab.load.Work;

/**
 * One load of an experiment, under a name of its own: the beginning of the ids of all that is observed of it. Ctrl-C ends
 * it early; what was measured by then is observed all the same.
 */
public final class LoadRun {
    private final Bench bench;
    private final String name;
    private final Map<String, Long> others = new LinkedHashMap<>();
    private ServerWatch watch;

    /** @param name unique in the run: {@code pool-20} */
    public LoadRun(Bench bench, String name) {
        this.bench = bench;
        this.name = name;
    }

    /** Reads one book by its number. */
    public static Work pointRead() {
        return new PointRead(Bookstore.POINT_READ, Bookstore.BOOKS);
    }

    /** Sells one book; see {@link Sale}. To be {@link #prepare prepared}. */
    public static Work sale(int shops) {
        return new Sale(shops, Bookstore.BOOKS);
    }

    /** Makes the tables the work needs. */
    public static void prepare(Work work, ConnectionSource source) throws SQLException {
        try (var connection = source.get()) {
            work.prepare(connection);
        }
    }

    /**
     * A load that nothing is observed of: a warm-up, because a JVM that has just started spends several times as much on a
     * request. It ends with the bench.
     */
    public static LoadResult unobserved(Bench bench, LoadPlan plan, ConnectionSource source) {
        return load(bench, plan).run(source, LoadListener.NONE);
    }

    private static Load load(Bench bench, LoadPlan plan) {
        return bench.lend(new Load(plan, LoadClock.over(bench::nanos)));
    }

    /** Another process on the way, a pooler: its processor time is observed, too. Linux. */
    public LoadRun with(String process, long pid) {
        others.put(process, pid);
        return this;
    }

    /** Runs it in this process, whose whole processor time then counts as the generator's. */
    public LoadResult here(LoadPlan plan, ConnectionSource source) throws SQLException {
        Load load = load(bench, plan);
        LoadView view = view();
        LoadResult result = load.run(source, view);
        view.end(result);
        return result;
    }

    /**
     * Runs it in several processes of the application, each with the whole plan and a pool of its own. All begin together
     * when all are ready.
     *
     * @param logins connections each opens before it is ready, 0 to the pool's size
     * @throws IOException when one of them never became ready. One that dies later is in {@link LoadResult#lost()}
     */
    public LoadResult apart(int instances, LoadPlan plan, PoolSpec pool, String text, int logins)
            throws IOException, SQLException {
        Instances all = bench.lend(new Instances(instances, new Instance.Order(plan, pool, text, logins)));
        LoadView view = view();
        LoadResult result = all.run(view);
        all.close();
        view.end(result);
        return result;
    }

    /**
     * What the generator itself costs: the same point reads once more, by pgbench, where this machine has it. Observes
     * both and their ratio.
     *
     * @param result of {@link #pointRead()} from as many clients
     * @return the generator's throughput over pgbench's; empty without pgbench
     */
    public OptionalDouble besidePgbench(LoadResult result, int clients) throws IOException, InterruptedException {
        Optional<Pgbench> program = Pgbench.find();
        if (program.isEmpty()) return OptionalDouble.empty();
        Pgbench.Load pgbench = program.get().pointReads(bench, clients, result.measured());
        double ratio = result.throughput() / pgbench.perSecond();
        bench.figureOf(name, "pgbench", "pgbench's requests per second", pgbench.perSecond(), Unit.PER_SECOND);
        bench.figureOf(name, "pgbench-cpu", "pgbench's processor time per request", pgbench.cpuMicros(), Unit.MICROSECONDS);
        bench.figureOf(name, "beside-pgbench", "throughput beside pgbench's", ratio, Unit.RATIO);
        return OptionalDouble.of(ratio);
    }

    /** How often an active backend was seen waiting for each of these, the most frequent first. After the load. */
    public Map<String, Long> waits() {
        return watch == null ? Map.of() : watch.waits();
    }

    private LoadView view() throws SQLException {
        watch = bench.lend(new ServerWatch(bench, name, others));
        return new LoadView(bench, name, watch);
    }
}
