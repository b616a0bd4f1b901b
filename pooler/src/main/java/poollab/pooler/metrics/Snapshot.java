package poollab.pooler.metrics;

import java.util.List;
import java.util.Map;
import poollab.pooler.admin.Table;

/**
 * The pooler at one moment. Immutable.
 *
 * @param tables by name, those of {@link Catalog#TABLES}
 * @param waits a database and a user may have two, while the old pool of a user whose password has changed ends
 */
public record Snapshot(Map<String, Table> tables, Map<ClientGroup, Integer> clients, List<PoolWaits> waits) {
    record ClientGroup(String database, String user, String application, String state) {
        List<String> labels() {
            return List.of(database, user, application, state);
        }
    }

    /**
     * @param counts as of {@link poollab.pooler.session.Waits#counts()}
     * @param micros all waits together
     */
    record PoolWaits(String database, String user, long[] counts, long micros) {
        PoolWaits plus(PoolWaits other) {
            long[] sums = counts.clone();
            for (int i = 0; i < sums.length; i++) sums[i] += other.counts[i];
            return new PoolWaits(database, user, sums, micros + other.micros);
        }
    }

    /** In Prometheus' text format, version 0.0.4. */
    public String text() {
        Exposition text = new Exposition();
        Catalog.write(this, text);
        return text.toString();
    }
}
