package poollab.clientpool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.sql.SQLException;

/**
 * One borrow, from the hand-over to the end, which comes once: by close, or by the garbage collector's word that the
 * owner is gone. It refers to the handle weakly, or the handle would never be collected; the slot keeps the lease until it
 * ends, or nobody would hear of the collection.
 */
final class Lease extends WeakReference<Handle> {
    private static final ReferenceQueue<Handle> COLLECTED = new ReferenceQueue<>();
    private static final VarHandle ENDED;

    static {
        try {
            ENDED = MethodHandles.lookup().findVarHandle(Lease.class, "ended", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // One for the whole JVM: it only starts reclaims, and outlives every pool.
        Thread.ofPlatform().daemon().name("pool-lab-reclaimer").start(Lease::reclaim);
    }

    final Slot slot;
    private volatile boolean ended;
    private volatile String broken;
    private volatile boolean serverIsLost;

    Lease(Slot slot, Handle handle) {
        super(handle, COLLECTED);
        this.slot = slot;
        slot.lease = this;
    }

    boolean ended() {
        return ended;
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
        if (end()) slot.pool.giveBack(this, false);
    }

    private boolean end() {
        if (!ENDED.compareAndSet(this, false, true)) return false;
        clear();
        slot.lease = null;
        return true;
    }

    private static void reclaim() {
        try {
            while (true) ((Lease) COLLECTED.remove()).abandoned();
        } catch (InterruptedException e) {
            // Nobody does that.
        }
    }

    /** The handle was collected. The reset talks to the server, so it must not hold up the next reclaim. */
    private void abandoned() {
        if (end())
            Thread.ofVirtual().name("pool-lab-reclaim").start(() -> slot.pool.giveBack(this, true));
    }
}
