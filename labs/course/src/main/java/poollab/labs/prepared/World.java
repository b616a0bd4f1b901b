package poollab.labs.prepared;

import poollab.bench.Bench;
import poollab.bench.Settings;
import poollab.bench.Words;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.labs.PoolerKnob;

/** Does the pooler remember who prepared what? */
enum World {
    /** max_prepared_statements above 0. */
    TRACKED,
    /** max_prepared_statements = 0. */
    UNTRACKED;

    /** Another name of the database, with server connections of its own. */
    static final String WARM_UP = "warm_up";

    int maxPreparedStatements(Settings settings) {
        return this == TRACKED ? settings.get(Prepared.MAX_PREPARED) : 0;
    }

    PoolerPlan plan(Bench bench, Settings settings) {
        // tag::pooler[]
        return PoolerPlan.of(bench.server())
                .set("pool_mode", "transaction")
                .set("default_pool_size", settings.get(Prepared.POOL_SIZE))
                .set("max_prepared_statements", maxPreparedStatements(settings))
                // end::pooler[]
                .set("max_client_conn", 1_000)
                .database(WARM_UP, "")
                .kind(PoolerKnob.transactional(settings))
                .named(this + " pooler");
    }

    LabPooler open(Bench bench, Settings settings) {
        return LabPooler.lend(bench, plan(bench, settings));
    }

    @Override
    public String toString() {
        return Words.of(this);
    }
}
