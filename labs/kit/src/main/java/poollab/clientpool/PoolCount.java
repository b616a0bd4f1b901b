package poollab.clientpool;

/** How many pool groups and pools a process has; see {@link PoolCounters} for what active and inactive mean. */
record PoolCount(int activeGroups, int inactiveGroups, int activePools, int inactivePools) {
    /** Pools that are each the only one of their group, all in use. */
    static PoolCount active(int pools) {
        return new PoolCount(pools, 0, pools, 0);
    }
}
