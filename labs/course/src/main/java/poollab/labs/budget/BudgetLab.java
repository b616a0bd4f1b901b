package poollab.labs.budget;

import java.time.Duration;
import java.util.List;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Observation.Outcome;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.bench.load.LoadRun;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.budget.Assessment;
import poollab.budget.Budget;
import poollab.budget.Limits;
import poollab.budget.Service;
import poollab.budget.Surge;
import poollab.engine.Bookstore;
import poollab.engine.Database;
import poollab.labs.ServerLimit;
import poollab.load.LoadPlan;
import poollab.load.LoadResult;
import poollab.load.PointRead;
import poollab.load.PoolSpec;
import poollab.load.Work;

/** One instance of the application, then three, then as many as the autoscaler starts: each a process of its own. */
public final class BudgetLab implements Experiment {
    static final Parameter<Database> DB = Parameter.choice("db", Database.POSTGRESQL, "the database server");
    static final Parameter<Integer> INSTANCES =
            Parameter.whole("instances", 12, 4, 24, "instances at the autoscaler's maximum");
    static final Parameter<Integer> SURGE =
            Parameter.whole("surge", 0, 0, 12, "new instances that a deploy starts besides, at the maximum");
    static final Parameter<Integer> POOL_SIZE =
            Parameter.whole("pool-size", 20, 1, 60, "most connections of each instance's pool");
    static final Parameter<Through> THROUGH =
            Parameter.choice("through", Through.SERVER, "what the instances connect to");
    static final Parameter<Integer> MAX_CONNECTIONS =
            Parameter.whole("max-connections", 200, 40, 400, "max_connections of the server");
    static final Parameter<Integer> MAINTENANCE =
            Parameter.whole("maintenance", 5, 0, 50, "connections the budget keeps free for people and tools");
    static final Parameter<Duration> DURATION = Parameter.time(
                    "duration", Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofMinutes(2),
                    "how long each load is measured")
            .quickly(Duration.ofSeconds(3));

    /** A normal day. */
    static final int FEW = 3;

    /** The lab itself looks at the server. */
    private static final int WATCHERS = 5;

    /**
     * A request that keeps its connection for a while without work for the processors: a call to a slow service in the middle
     * of it. So an instance with as many clients as connections uses them all.
     */
    // tag::request[]
    private static final String REQUEST =
            "select stock, pg_sleep(0.1) from books where id = ?";
    // end::request[]

    private static final String APPLICATION = "bookstore web";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(DB, INSTANCES, SURGE, POOL_SIZE, THROUGH, MAX_CONNECTIONS, MAINTENANCE, DURATION);
    }

    @Override
    public List<Claim> claims() {
        return BudgetClaims.ALL;
    }

    /** What the calculator says, in connections, for so many instances. */
    static Assessment budget(Settings settings, int instances, int surge) {
        // tag::budget[]
        Limits limits = new Limits(
                settings.get(MAX_CONNECTIONS), Limits.SUPERUSER_RESERVED, 0,
                settings.get(MAINTENANCE));
        Service web = new Service(
                "web", instances, instances, 1, 1,
                settings.get(POOL_SIZE), new Surge(surge, false), null);
        return Assessment.of(new Budget(limits, List.of(web), List.of()));
        // end::budget[]
    }

    /** At the autoscaler's maximum, a deploy under way. */
    static Assessment worst(Settings settings) {
        return budget(settings, settings.get(INSTANCES), settings.get(SURGE));
    }

    /** What an ordinary role can have. */
    static int limit(Settings settings) {
        return settings.get(MAX_CONNECTIONS) - Limits.SUPERUSER_RESERVED;
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        ServerLimit.set(bench, settings.get(MAX_CONNECTIONS));
        String text = text(settings, bench);
        Assessment worst = worst(settings);
        bench.figure("available", "left by the server for the application", worst.available(), Unit.COUNT);
        bench.figure("few.budget", "the budget: " + FEW + " instances", budget(settings, FEW, 0).worst(), Unit.COUNT);
        bench.figure("all.budget", "the budget: " + all(settings) + " instances", worst.worst(), Unit.COUNT);
        bench.figure("over", "over by", Math.max(0, worst.over()), Unit.COUNT);
        if (settings.get(THROUGH) == Through.SERVER) load(settings, bench, "one", 1, text);
        load(settings, bench, "few", FEW, text);
        load(settings, bench, "all", all(settings), text);
    }

    private static int all(Settings settings) {
        return settings.get(INSTANCES) + settings.get(SURGE);
    }

    private static String text(Settings settings, Bench bench) {
        if (settings.get(THROUGH) == Through.SERVER) return bench.server().text(APPLICATION);
        // tag::pooler[]
        PoolerPlan plan = PoolerPlan.of(bench.server())
                .set("pool_mode", "transaction")
                .set("default_pool_size", settings.get(POOL_SIZE))
                .set("max_client_conn", 2000);
        LabPooler pooler = LabPooler.lend(bench, plan);
        // end::pooler[]
        return pooler.text(APPLICATION);
    }

    private static void load(Settings settings, Bench bench, String name, int instances, String text) throws Exception {
        Work work = new PointRead(REQUEST, Bookstore.BOOKS);
        // As many clients as connections in each instance.
        LoadPlan plan = LoadPlan.closed(work, settings.get(POOL_SIZE), settings.get(DURATION))
                .warmingUp(settings.get(DURATION))
                .seeded(bench.random().nextLong());
        bench.event(name, Outcome.NOTE, Words.count(instances, "instance") + " with a pool of " + settings.get(POOL_SIZE)
                + ": the budget says " + budget(settings, instances, 0).worst());
        PoolSpec pool = PoolSpec.plain(settings.get(POOL_SIZE), CONNECT_TIMEOUT);
        // What surely fits they have opened before they begin together: a JVM's first logins are slow.
        int logins = Math.min(settings.get(POOL_SIZE), (limit(settings) - WATCHERS) / instances);
        LoadResult result = new LoadRun(bench, name).apart(instances, plan, pool, text, logins);
        bench.figureOf(name, "errors-53300", "of the errors, SQLSTATE 53300",
                result.errorCount(ServerLimit.TOO_MANY_CONNECTIONS), Unit.COUNT);
    }
}
