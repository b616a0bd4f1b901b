package poollab.clientpool;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a keyed pool has and who waits for it. Everything here is decided under the lock that the pools of a process share,
 * and takes no time: servers and listeners are talked to elsewhere.
 *
 * <p>Callers are served strictly first come, first served: a returned connection goes to the longest waiter directly, and
 * so does a turn to open a physical connection. Two facts follow and are relied on: while somebody waits, nothing lies
 * idle; and who opens no longer waits.
 */
final class Stock {
    /**
     * Idle for longer than this, a connection is asked whether it lives before it is handed out. SqlClient's window is
     * the same 5 ms since the last successful I/O (TdsParserStateObject, CheckConnectionWindow); it peeks at the socket,
     * where JDBC needs a round trip.
     */
    private static final long CHECK_WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final PoolSettings settings;
    /** Nanoseconds; 0 for no limit. */
    private final long lifetime;
    private final LongSupplier now;
    private final Ledger ledger;
    private final Set<Slot> slots = new HashSet<>();
    /** Newest first: what is not needed stays at the bottom. */
    private final ArrayDeque<Slot> idle = new ArrayDeque<>();
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private final BlockingPeriod blocking = new BlockingPeriod();
    private int opening;
    /** Written under the lock, read anywhere. */
    private volatile int generation;
    private boolean closed;
    private boolean retired;
    private SQLException lastFailure;

    Stock(PoolSettings settings, LongSupplier now, Ledger ledger) {
        this.settings = settings;
        this.lifetime = settings.lifetime().toNanos();
        this.now = now;
        this.ledger = ledger;
    }

    // ---- asking for a connection

    /** What a caller does now, at the time of {@code now}. At the front: it was served before, but what it got was dead. */
    Step next(boolean front, long time) {
        if (closed) return new Step.Closed();
        if (retired) return new Step.Retired();
        if (front || waiters.isEmpty()) {
            Slot slot = idle.poll();
            if (slot != null && (fault(slot, time) != null || time - slot.since > CHECK_WINDOW_NANOS)) {
                move(slot, SlotState.CHECKING);
                return new Step.Check(slot);
            }
            if (slot != null) return taken(slot, time);
            SQLException cause = blocking.cause(time);
            if (cause != null) return new Step.Blocked(cause);
            if (mayOpen()) {
                opening++;
                return new Step.Open();
            }
        }
        Waiter waiter = new Waiter();
        if (front) waiters.addFirst(waiter);
        else waiters.addLast(waiter);
        ledger.waiting(1);
        return new Step.Queue(waiter);
    }

    /** A step that was granted while the waiter woke up counts: it is out of the queue, and what it got must not be lost. */
    Step leave(Waiter waiter) {
        if (waiter.granted() == null) {
            waiters.remove(waiter);
            ledger.waiting(-1);
        }
        return waiter.granted();
    }

    Step checked(Slot slot, boolean alive) {
        if (slot.state == SlotState.GONE) return new Step.Closed();
        if (alive) return taken(slot);
        discard(slot);
        return next(true, now.getAsLong());
    }

    private Step taken(Slot slot) {
        return taken(slot, now.getAsLong());
    }

    private Step taken(Slot slot, long time) {
        move(slot, SlotState.ACTIVE);
        slot.since = time;
        slot.old = false;
        return new Step.Take(slot);
    }

    /** Why a connection is not lent any more although it lives; null while it is. Needs no lock. */
    String fault(Slot slot) {
        return fault(slot, lifetime > 0 ? now.getAsLong() : 0);
    }

    private String fault(Slot slot, long time) {
        if (slot.generation != generation) return "the pool was cleared";
        return lifetime > 0 && time - slot.opened >= lifetime ? "its lifetime is over" : null;
    }

    // ---- opening

    private boolean mayOpen() {
        return (settings.opensInParallel() || opening == 0) && ledger.pooled() + opening < settings.maxSize();
    }

    /** Whether a connection is missing that nobody asks for; then a turn to open it is taken. */
    boolean takeTurnForMinimum() {
        boolean missing = !closed && !retired && ledger.pooled() + opening < settings.minSize();
        if (!missing || !mayOpen() || blocking.cause(now.getAsLong()) != null) return false;
        opening++;
        return true;
    }

    /** The generation that a connection belongs to whose opening begins now. */
    int generation() {
        return generation;
    }

    /** @param wanted whether a caller takes it; else it goes the way of one that was given back */
    Step opened(Slot slot, boolean wanted) {
        slots.add(slot);
        blocking.succeeded();
        Step step = null;
        if (wanted) step = taken(slot);
        else if (!closed) free(slot);
        if (closed) discard(slot);
        turnIsOver(null);
        return closed ? new Step.Closed() : step;
    }

    void openFailed(SQLException failure) {
        if (settings.blocks()) blocking.failed(failure, now.getAsLong());
        turnIsOver(failure);
    }

    void turnIsOver(SQLException failure) {
        opening--;
        lastFailure = failure;
        letNextOpen();
    }

    SQLException lastFailure() {
        return lastFailure;
    }

    private void letNextOpen() {
        SQLException cause = blocking.cause(now.getAsLong());
        if (cause != null) grantAll(new Step.Blocked(cause));
        while (!waiters.isEmpty() && mayOpen()) {
            opening++;
            ledger.waiting(-1);
            waiters.poll().grant(new Step.Open());
        }
    }

    private void grantAll(Step step) {
        ledger.waiting(-waiters.size());
        waiters.forEach(waiter -> waiter.grant(step));
        waiters.clear();
    }

    // ---- giving back

    /** @return its state afterwards: in stasis while its ambient transaction goes on, returning, or what it was already */
    SlotState givenBack(Slot slot, boolean intact, boolean reclaimed) {
        if (slot.state != SlotState.ACTIVE) return slot.state;
        if (reclaimed) ledger.reclaimed();
        move(slot, slot.ambient != null && intact ? SlotState.STASIS : SlotState.RETURNING);
        return slot.state;
    }

    /** @return the state in which it was found; from stasis it is the caller's now */
    SlotState resumed(Slot slot, AmbientTransaction ambient) {
        SlotState found = slot.state;
        if (found == SlotState.STASIS && slot.ambient == ambient) taken(slot);
        return found;
    }

    /** @return whether it has to be released, as its borrower is done with it */
    boolean ambientEnded(Slot slot) {
        slot.ambient = null;
        if (slot.state != SlotState.STASIS) return false;
        move(slot, SlotState.ENDING);
        return true;
    }

    /** @return whether it was taken out: it is not fit, or enough lie idle */
    boolean released(Slot slot, boolean fit) {
        if (slot.state == SlotState.GONE) return false;
        if (fit && (!waiters.isEmpty() || idle.size() < settings.maxIdle())) {
            free(slot);
            return false;
        }
        discard(slot);
        letNextOpen();
        return true;
    }

    private void free(Slot slot) {
        Waiter next = waiters.poll();
        if (next != null) {
            ledger.waiting(-1);
            next.grant(taken(slot));
            return;
        }
        move(slot, SlotState.FREE);
        slot.since = now.getAsLong();
        idle.push(slot);
    }

    // ---- taking out

    /** Takes out what lies idle since before the last pruning, down to the minimum; newer connections are old from now on. */
    Set<Slot> prune() {
        Set<Slot> old = new HashSet<>();
        long spare = ledger.pooled() - settings.minSize();
        // The oldest lie at the bottom.
        for (var each = idle.descendingIterator(); each.hasNext(); ) {
            Slot slot = each.next();
            if (slot.old && old.size() < spare) old.add(slot);
            slot.old = true;
        }
        takeOut(old);
        return old;
    }

    /** Ends the pool, if it is empty and needs not keep anybody off a server that is down. */
    boolean retire() {
        retired = slots.isEmpty() && waiters.isEmpty() && opening == 0 && blocking.cause(now.getAsLong()) == null;
        return retired;
    }

    /** Takes out what lies idle; the others go when they are given back. */
    Set<Slot> clear() {
        generation++;
        Set<Slot> all = Set.copyOf(idle);
        takeOut(all);
        return all;
    }

    /** The physical connections of a pool that was shut: those that lay idle, and the others. */
    record Left(Set<Slot> idle, Set<Slot> inUse) {}

    Left shut() {
        closed = true;
        grantAll(new Step.Closed());
        Set<Slot> lying = Set.copyOf(idle);
        takeOut(lying);
        Set<Slot> others = Set.copyOf(slots);
        others.forEach(this::discard);
        return new Left(lying, others);
    }

    private void takeOut(Set<Slot> some) {
        idle.removeAll(some);
        some.forEach(this::discard);
    }

    private void discard(Slot slot) {
        move(slot, SlotState.GONE);
        slots.remove(slot);
    }

    private void move(Slot slot, SlotState next) {
        ledger.move(slot.state, next);
        slot.state = next;
    }
}
