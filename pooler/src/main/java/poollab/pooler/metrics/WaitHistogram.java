package poollab.pooler.metrics;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import poollab.pooler.metrics.Snapshot.PoolWaits;
import poollab.pooler.session.Waits;

/** The metric that the exporter cannot have: the console tells only the sum of all waits. */
final class WaitHistogram {
    private static final String NAME = "pgbouncer_client_wait_seconds";
    private static final String HELP = "How long clients waited until they got a server connection: 0 for those who found one free, "
            + "without those who left or were sent away before; the sum is wait_time of SHOW STATS";
    private static final List<String> LABELS = List.of("database", "user");
    private static final List<String> BUCKET_LABELS = List.of("database", "user", "le");

    private WaitHistogram() {}

    static void write(List<PoolWaits> pools, Exposition out) {
        out.metric(NAME, Exposition.Type.HISTOGRAM, HELP);
        for (PoolWaits pool : merged(pools)) write(pool, out);
    }

    private static Collection<PoolWaits> merged(List<PoolWaits> pools) {
        Map<List<String>, PoolWaits> byLabels = new LinkedHashMap<>();
        for (PoolWaits pool : pools) byLabels.merge(List.of(pool.database(), pool.user()), pool, PoolWaits::plus);
        return byLabels.values();
    }

    private static void write(PoolWaits pool, Exposition out) {
        List<String> labels = List.of(pool.database(), pool.user());
        long[] bounds = Waits.bounds();
        long count = 0;
        for (int i = 0; i <= bounds.length; i++) {
            count += pool.counts()[i];
            List<String> values = new ArrayList<>(labels);
            values.add(i == bounds.length ? "+Inf" : Exposition.seconds(bounds[i]).toPlainString());
            out.sample(NAME + "_bucket", BUCKET_LABELS, values, BigDecimal.valueOf(count));
        }
        out.sample(NAME + "_sum", LABELS, labels, Exposition.seconds(pool.micros()));
        out.sample(NAME + "_count", LABELS, labels, BigDecimal.valueOf(count));
    }
}
