package poollab.labs.multiplexing;

import static poollab.labs.multiplexing.Multiplexing.DURATION;
import static poollab.labs.multiplexing.Multiplexing.INSTANCES;

import java.time.Duration;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.bench.load.LoadRun;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolsWatch;
import poollab.load.LoadPlan;
import poollab.load.PoolSpec;

/** Three instances of the application behind the pooler, then as many as the autoscaler starts: each a process of its own. */
final class Growth {
    /** A normal day. */
    static final int FEW = 3;
    /** Clients of each instance, and connections of its client pool. */
    static final int EACH = 20;

    private static final String APPLICATION = "bookstore web";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(60);

    private Growth() {}

    static void run(Settings settings, Bench bench, LabPooler pooler) throws Exception {
        load(settings, bench, pooler, "few", FEW);
        load(settings, bench, pooler, "all", settings.get(INSTANCES));
    }

    private static void load(Settings settings, Bench bench, LabPooler pooler, String name, int instances) throws Exception {
        bench.event(name, Outcome.NOTE, Words.count(instances, "instance") + ", each with " + EACH + " clients and a pool of "
                + EACH + ": " + instances * EACH + " connections to the pooler");
        bench.figureOf(name, "client-connections", "connections to the pooler", instances * EACH, Unit.COUNT);
        LoadPlan plan = LoadPlan.closed(LoadRun.pointRead(), EACH, settings.get(DURATION))
                .warmingUp(settings.get(DURATION).dividedBy(4))
                .seeded(bench.random().nextLong());
        try (PoolsWatch watch = PoolsWatch.start(bench, name, pooler)) {
            new LoadRun(bench, name)
                    .with(pooler.name(), pooler.pid())
                    .apart(instances, plan, PoolSpec.plain(EACH, CONNECT_TIMEOUT), pooler.text(APPLICATION), EACH);
            watch.record();
        }
    }
}
