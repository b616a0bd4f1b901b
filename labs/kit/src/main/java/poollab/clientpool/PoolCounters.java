package poollab.clientpool;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The sixteen counters of Microsoft.Data.SqlClient's event source, for one process, under its names. The four
 * {@code …connects} are totals since the start here (SqlClient publishes them per second).
 *
 * @param activeHardConnections physical connections open now
 * @param hardConnects physical connections opened so far
 * @param hardDisconnects physical connections closed so far
 * @param activeSoftConnects connections handed out now
 * @param softConnects borrows so far
 * @param softDisconnects returns so far
 * @param nonPooledConnections physical connections outside any pool
 * @param pooledConnections physical connections inside a pool: active + free + stasis
 * @param activePoolGroups distinct connection strings, each with its credential, token or callback if it has one (see
 *     {@link Identity}); not yet found without pools by two prunings
 * @param inactivePoolGroups groups that the last pruning gave up; the next one forgets them
 * @param activePools pools that may be used, with connections or without: one per group and integrated identity
 * @param inactivePools pools that the last pruning found empty; the next one forgets them
 * @param activeConnections pooled connections in use
 * @param freeConnections pooled connections ready to be borrowed
 * @param stasisConnections returned, but held back until their transaction ends
 * @param reclaimedConnections taken back because their owner was garbage-collected without closing them, so far
 */
public record PoolCounters(
        long activeHardConnections,
        long hardConnects,
        long hardDisconnects,
        long activeSoftConnects,
        long softConnects,
        long softDisconnects,
        long nonPooledConnections,
        long pooledConnections,
        long activePoolGroups,
        long inactivePoolGroups,
        long activePools,
        long inactivePools,
        long activeConnections,
        long freeConnections,
        long stasisConnections,
        long reclaimedConnections) {
    static final PoolCounters ZERO = of(_ -> 0);

    /** From values by SqlClient's names. */
    static PoolCounters of(ToLongFunction<String> value) {
        return new PoolCounters(
                value.applyAsLong("active-hard-connections"),
                value.applyAsLong("hard-connects"),
                value.applyAsLong("hard-disconnects"),
                value.applyAsLong("active-soft-connects"),
                value.applyAsLong("soft-connects"),
                value.applyAsLong("soft-disconnects"),
                value.applyAsLong("number-of-non-pooled-connections"),
                value.applyAsLong("number-of-pooled-connections"),
                value.applyAsLong("number-of-active-connection-pool-groups"),
                value.applyAsLong("number-of-inactive-connection-pool-groups"),
                value.applyAsLong("number-of-active-connection-pools"),
                value.applyAsLong("number-of-inactive-connection-pools"),
                value.applyAsLong("number-of-active-connections"),
                value.applyAsLong("number-of-free-connections"),
                value.applyAsLong("number-of-stasis-connections"),
                value.applyAsLong("number-of-reclaimed-connections"));
    }

    /** By SqlClient's names, in the order of its documentation. */
    public Map<String, Long> named() {
        Map<String, Long> named = new LinkedHashMap<>();
        named.put("active-hard-connections", activeHardConnections);
        named.put("hard-connects", hardConnects);
        named.put("hard-disconnects", hardDisconnects);
        named.put("active-soft-connects", activeSoftConnects);
        named.put("soft-connects", softConnects);
        named.put("soft-disconnects", softDisconnects);
        named.put("number-of-non-pooled-connections", nonPooledConnections);
        named.put("number-of-pooled-connections", pooledConnections);
        named.put("number-of-active-connection-pool-groups", activePoolGroups);
        named.put("number-of-inactive-connection-pool-groups", inactivePoolGroups);
        named.put("number-of-active-connection-pools", activePools);
        named.put("number-of-inactive-connection-pools", inactivePools);
        named.put("number-of-active-connections", activeConnections);
        named.put("number-of-free-connections", freeConnections);
        named.put("number-of-stasis-connections", stasisConnections);
        named.put("number-of-reclaimed-connections", reclaimedConnections);
        return named;
    }

    PoolCounters plus(PoolCounters other) {
        Map<String, Long> mine = named();
        Map<String, Long> others = other.named();
        return of(name -> mine.get(name) + others.get(name));
    }
}
