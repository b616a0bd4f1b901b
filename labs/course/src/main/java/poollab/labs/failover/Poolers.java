package poollab.labs.failover;

import java.time.Duration;
import poollab.bench.Bench;
import poollab.bench.Settings;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.engine.Server;
import poollab.labs.PoolerKnob;

/** The poolers of this lab: few server connections, so that clients share them. */
final class Poolers {
    static final int SIZE = 5;
    static final Duration LOGIN_RETRY = Duration.ofSeconds(1);

    private Poolers() {}

    static LabPooler lend(Bench bench, Settings settings, Server server) {
        return LabPooler.lend(bench, plan(settings, server));
    }

    /** As a process of its own, to be killed. */
    static LabPooler lend(Bench bench, Settings settings, Server server, String name) {
        return LabPooler.lend(bench, plan(settings, server).named(name).apart());
    }

    private static PoolerPlan plan(Settings settings, Server server) {
        // tag::pooler[]
        return PoolerPlan.of(server)
                .kind(PoolerKnob.transactional(settings))
                .set("pool_mode", "transaction")
                .set("default_pool_size", SIZE)
                .set("max_client_conn", 500)
                .set("server_login_retry", LOGIN_RETRY.toSeconds());
        // end::pooler[]
    }
}
