package poollab.clientpool;

/**
 * How full a pool is at one moment.
 *
 * @param max the most connections it may hold (several pools: their sum)
 * @param inUse borrowed connections
 * @param idle connections ready to be borrowed
 * @param waiting callers that wait for one
 */
public record PoolState(int max, int inUse, int idle, int waiting) {}
