package poollab.clientpool;

import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a physical connection of a pool is in its life, and which steps are legal.
 *
 * <pre>
 *            ┌─────────────── handed to the longest waiter ──────────────┐
 *            ▼                                                           │
 *  OPENING ► ACTIVE ──── close ────► RETURNING ── reset went well ──► FREE ──► CHECKING
 *            │ ▲ ▲                   │                                 ▲  │        │
 *            │ │ └───────────────────┼──────────── borrowed ───────────┼──┴────────┘
 *            │ │ same ambient        │                                 │
 *            │ │ transaction         │                                 │
 *            ▼ │                     │                                 │
 *           STASIS ── commit, rollback ──► ENDING ── reset went well ──┘
 *
 *  every state ──► GONE: broken, reset failed, or the pool was closed
 * </pre>
 *
 * RETURNING counts as in use and ENDING as stasis until the reset is done; CHECKING counts as free until the check is
 * passed. So a connection is never counted as ready before it is.
 */
enum SlotState {
    /** The physical connect is under way. Not counted yet. */
    OPENING,
    /** Handed out. */
    ACTIVE,
    /** Given back, being reset. */
    RETURNING,
    /** Ready to be borrowed. */
    FREE,
    /** Taken from the ready ones, being asked whether it still lives. */
    CHECKING,
    /** Given back while its ambient transaction goes on. */
    STASIS,
    /** Its ambient transaction is over, being reset. */
    ENDING,
    /** Closed. */
    GONE;

    /** The states that may follow. From ACTIVE straight to FREE goes a foreign pool, whose reset is not seen. */
    private Set<SlotState> next() {
        return switch (this) {
            case OPENING -> Set.of(ACTIVE, FREE, GONE);
            case ACTIVE -> Set.of(RETURNING, STASIS, FREE, GONE);
            case RETURNING, ENDING -> Set.of(FREE, ACTIVE, GONE);
            case FREE -> Set.of(CHECKING, ACTIVE, GONE);
            case CHECKING -> Set.of(ACTIVE, GONE);
            case STASIS -> Set.of(ACTIVE, ENDING, GONE);
            case GONE -> Set.of();
        };
    }

    /** By ordinal, a bit for each state that may follow: every borrow asks several times. */
    private static final int[] NEXT =
            Stream.of(values()).mapToInt(state -> state.next().stream().mapToInt(SlotState::bit).sum()).toArray();

    private int bit() {
        return 1 << ordinal();
    }

    boolean mayBecome(SlotState next) {
        return (NEXT[ordinal()] & next.bit()) != 0;
    }

    /** Whether it counts as in use: somebody owns it. */
    boolean owned() {
        return this == ACTIVE || this == RETURNING;
    }

    /** Whether a physical connection exists and belongs to the pool. */
    boolean pooled() {
        return this != OPENING && this != GONE;
    }
}
