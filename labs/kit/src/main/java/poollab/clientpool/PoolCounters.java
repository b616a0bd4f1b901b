package poollab.clientpool;

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
        long reclaimedConnections) {}
