package poollab.labs.multiplexing;

import static poollab.labs.multiplexing.Multiplexing.CLIENTS;
import static poollab.labs.multiplexing.Multiplexing.DURATION;
import static poollab.labs.multiplexing.Multiplexing.IDLE;
import static poollab.labs.multiplexing.Multiplexing.POOL_MODE;
import static poollab.labs.multiplexing.Multiplexing.POOL_SIZE;

import poollab.bench.Bench;
import poollab.bench.Settings;
import poollab.bench.Words;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerKind;
import poollab.bench.pooler.PoolerPlan;

/**
 * A pooler, a process of its own, and how many clients can be in it at the same time.
 *
 * @param clients connections of the application's client pool: one for each client, where the pooler lets them in
 */
record Passage(LabPooler pooler, int clients) implements AutoCloseable {
    /** Of max_client_conn: the load, the instances, and whoever looks on. */
    private static final int ROOM = 1_000;
    /** A child keeps its backend for a while after its client has gone. */
    private static final int SPARE = 20;

    static Passage open(Settings settings, Bench bench, PoolerKind kind) {
        PoolerPlan plan = PoolerPlan.of(bench.server()).kind(kind).named(Words.of(kind)).apart();
        if (kind == PoolerKind.PGPOOL) return pgpool(settings, bench, plan);
        // tag::pooler[]
        plan = plan.set("pool_mode", Words.of(settings.get(POOL_MODE)))
                .set("default_pool_size", settings.get(POOL_SIZE))
                .set("max_client_conn", ROOM + settings.get(IDLE));
        // end::pooler[]
        // Who waits in session mode waits for somebody to leave, and nobody does.
        if (settings.get(POOL_MODE) == PoolMode.SESSION)
            plan = plan.set("query_wait_timeout", settings.get(DURATION).toSeconds());
        return new Passage(LabPooler.lend(bench, plan), settings.get(CLIENTS));
    }

    /** A child process for each client, and a backend for each child: so there are no more of them than the server takes. */
    private static Passage pgpool(Settings settings, Bench bench, PoolerPlan plan) {
        int children = Math.min(settings.get(CLIENTS), Traffic.fitting(settings) - SPARE);
        LabPooler pooler = LabPooler.lend(bench, plan.set("num_init_children", children));
        return new Passage(pooler, children);
    }

    @Override
    public void close() {
        pooler.close();
    }
}
