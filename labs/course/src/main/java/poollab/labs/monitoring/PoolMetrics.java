package poollab.labs.monitoring;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.PoolState;
import poollab.monitoring.Labels;
import poollab.monitoring.Sample;

/** A client pool's counters as metrics: SqlClient's sixteen, and what it does not tell: who waits, and the limit. */
final class PoolMetrics {
    private static final Set<String> TOTALS = Set.of(
            "hard-connects", "hard-disconnects", "soft-connects", "soft-disconnects", "number-of-reclaimed-connections");

    private PoolMetrics() {}

    static List<Sample> of(ConnectionPools pools, Labels labels) {
        List<Sample> samples = new ArrayList<>();
        pools.counters().named().forEach((counter, value) -> samples.add(new Sample(name(counter), labels, value)));
        PoolState state = pools.state();
        samples.add(new Sample("poollab_clientpool_waiting_requests", labels, state.waiting()));
        samples.add(new Sample("poollab_clientpool_max_connections", labels, state.max()));
        return samples;
    }

    /** {@code number-of-free-connections} is {@code poollab_clientpool_free_connections}. */
    static String name(String counter) {
        String name = "poollab_clientpool_" + counter.replace("number-of-", "").replace('-', '_');
        return TOTALS.contains(counter) ? name + "_total" : name;
    }
}
