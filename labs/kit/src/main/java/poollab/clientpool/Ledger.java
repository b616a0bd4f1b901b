package poollab.clientpool;

/**
 * The books of a pool, or of all pools of a process: a pool's book carries each entry over to the process's. Every
 * counter follows from the steps of {@link SlotState}, so that no path through a pool can forget one. Between two
 * entries these hold, and nothing is negative:
 *
 * <pre>
 *  pooled                     = active + free + stasis
 *  soft connects - disconnects = active
 *  hard connects - disconnects = pooled
 * </pre>
 *
 * Microsoft publishes the counters without formulas; these three are this kit's reading. A borrow that opens a physical
 * connection is a hard and a soft connect; a return into stasis is a soft disconnect, and so is a reclaim.
 *
 * <p>Not safe for threads: its owner guards it by the one lock of all its pools.
 */
final class Ledger {
    private final Ledger whole;
    private final long[] slots = new long[SlotState.values().length];
    private long hardConnects;
    private long hardDisconnects;
    private long softConnects;
    private long softDisconnects;
    private long reclaimed;
    private int waiting;

    private Ledger(Ledger whole) {
        this.whole = whole;
    }

    /** The book of a process. */
    static Ledger ofProcess() {
        return new Ledger(null);
    }

    /** A new pool's book. */
    Ledger newPool() {
        return new Ledger(this);
    }

    /** Enters one step of a slot. */
    void move(SlotState from, SlotState to) {
        if (!from.mayBecome(to)) throw new IllegalStateException("a connection cannot go from " + from + " to " + to);
        slots[from.ordinal()] -= from.pooled() ? 1 : 0;
        slots[to.ordinal()] += to.pooled() ? 1 : 0;
        if (from == SlotState.OPENING) hardConnects++;
        if (to == SlotState.GONE) hardDisconnects++;
        if (from.owned() && to != SlotState.RETURNING) softDisconnects++;
        if (to == SlotState.ACTIVE) softConnects++;
        if (whole != null) whole.move(from, to);
    }

    void reclaimed() {
        reclaimed++;
        if (whole != null) whole.reclaimed();
    }

    void waiting(int change) {
        waiting += change;
        if (whole != null) whole.waiting(change);
    }

    long pooled() {
        return active() + free() + stasis();
    }

    long active() {
        return of(SlotState.ACTIVE) + of(SlotState.RETURNING);
    }

    long free() {
        return of(SlotState.FREE) + of(SlotState.CHECKING);
    }

    long stasis() {
        return of(SlotState.STASIS) + of(SlotState.ENDING);
    }

    private long of(SlotState state) {
        return slots[state.ordinal()];
    }

    /** @param max the size of one pool; of all of them for a process's book */
    PoolState state(long max) {
        return new PoolState((int) Math.min(max, Integer.MAX_VALUE), (int) active(), (int) free(), waiting);
    }

    PoolCounters counters(PoolCount pools) {
        return new PoolCounters(
                hardConnects - hardDisconnects,
                hardConnects,
                hardDisconnects,
                softConnects - softDisconnects,
                softConnects,
                softDisconnects,
                0,
                pooled(),
                pools.activeGroups(),
                pools.inactiveGroups(),
                pools.activePools(),
                pools.inactivePools(),
                active(),
                free(),
                stasis(),
                reclaimed);
    }
}
