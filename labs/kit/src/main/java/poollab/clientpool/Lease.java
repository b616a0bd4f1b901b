package poollab.clientpool;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One borrow, from the hand-over to the end, which comes once: by close, or by the garbage collector's word that the
 * owner is gone. It must not refer to the handle, or the handle would never be collected.
 */
final class Lease {
    final Slot slot;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile String broken;
    private volatile boolean serverIsLost;

    Lease(Slot slot) {
        this.slot = slot;
    }

    boolean ended() {
        return ended.get();
    }

    /** Why the connection is of no use to anybody any more; null while it is. */
    String broken() {
        return broken;
    }

    /** Whether the error means that other connections are likely lost as well. */
    boolean serverIsLost() {
        return serverIsLost;
    }

    void breaks(String why) {
        broken = why;
    }

    /** Looks at an error the borrower met: some mean that the session is lost. */
    void met(SQLException e) {
        String state = e.getSQLState();
        if (state == null) return;
        // 08: connection exceptions; 57P: the server ended the session; 25P03: it did for an idle transaction.
        if (state.startsWith("08") || state.startsWith("57P") || state.equals("25P03"))
            breaks("SQLSTATE " + state + ": " + e.getMessage());
        // 57P01 to 57P03: it shuts down, crashed, or starts.
        serverIsLost |= state.startsWith("08") || state.matches("57P0[123]");
    }

    void close() {
        if (ended.compareAndSet(false, true)) slot.pool.giveBack(this, false);
    }

    /** The handle was collected. The reset talks to the server, so it must not hold up the cleaner's thread. */
    void abandoned() {
        if (ended.compareAndSet(false, true))
            Thread.ofVirtual().name("pool-lab-reclaim").start(() -> slot.pool.giveBack(this, true));
    }
}
