package poollab.clientpool;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The pool of one connection text. All fields are guarded by the lock that the pools of a process share; it is never
 * held while a server is talked to, a listener is told or a caller waits.
 *
 * <p>Callers are served strictly first come, first served: a returned connection goes to the longest waiter directly, and
 * so does the turn to open a physical connection. There is one such turn, as in SqlClient, so physical opens are serial;
 * the wait for the turn counts against the caller's deadline. Two facts follow and are relied on: while somebody waits,
 * nothing lies idle; and who opens no longer waits.
 */
final class KeyedPool {
    /**
     * Idle for longer than this, a connection is asked whether it lives before it is handed out. SqlClient's window is
     * the same 5 ms since the last successful I/O (TdsParserStateObject, CheckConnectionWindow); it peeks at the socket,
     * where JDBC needs a round trip.
     */
    private static final long CHECK_WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final String OVERAGE = "its lifetime is over";

    private final KeyedPools owner;
    private final String text;
    private final String name;
    private final Ledger ledger;
    private final Set<Slot> slots = new HashSet<>();
    /** Newest first: what is not needed stays at the bottom. */
    private final ArrayDeque<Slot> idle = new ArrayDeque<>();
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();
    private final BlockingPeriod blocking = new BlockingPeriod();
    private boolean opening;
    private boolean closed;
    private boolean pruned;
    /** Prunings since the last call. */
    private int unused;
    private SQLException lastFailure;

    KeyedPool(KeyedPools owner, String text, Ledger ledger) {
        this.owner = owner;
        this.text = text;
        this.name = ConnectionText.masked(text);
        this.ledger = ledger;
    }

    /** The connection text, secrets masked. */
    String name() {
        return name;
    }

    /** Borrows a slot; its state is ACTIVE. Null when the pool has been pruned away. */
    Slot acquire() throws SQLException {
        long start = owner.now();
        long deadline = start + owner.settings().connectTimeout().toNanos();
        Step step = owner.locked(() -> next(false));
        while (!(step instanceof Step.Take(Slot slot))) {
            step = switch (step) {
                case Step.Take take -> take;
                case Step.Check(Slot idle) -> check(idle, deadline);
                case Step.Open() -> open(start, deadline);
                case Step.Queue(Waiter waiter) -> await(waiter, start, deadline);
                case Step.Blocked(SQLException cause) -> throw BlockingPeriod.copy(cause);
                case Step.Pruned() -> null;
                case Step.Closed() -> throw closedException();
            };
            if (step == null) return null;
        }
        Duration waited = Duration.ofNanos(owner.now() - start);
        owner.tell(listener -> listener.borrowed(name, waited));
        return slot;
    }

    /** Under the lock: what a caller does now. At the front: it was served before, but what it got was dead. */
    private Step next(boolean front) {
        if (closed) return new Step.Closed();
        if (pruned) return new Step.Pruned();
        unused = 0;
        if (front || waiters.isEmpty()) {
            Slot slot = idle.poll();
            if (slot != null && (overage(slot) || owner.now() - slot.since > CHECK_WINDOW_NANOS)) {
                move(slot, SlotState.CHECKING);
                return new Step.Check(slot);
            }
            if (slot != null) return taken(slot);
            SQLException cause = blocking.cause(owner.now());
            if (cause != null) return new Step.Blocked(cause);
            if (mayOpen()) {
                opening = true;
                return new Step.Open();
            }
        }
        Waiter waiter = new Waiter();
        if (front) waiters.addFirst(waiter);
        else waiters.addLast(waiter);
        ledger.waiting(1);
        return new Step.Queue(waiter);
    }

    private boolean mayOpen() {
        return !opening && ledger.pooled() < owner.settings().maxSize();
    }

    private Step taken(Slot slot) {
        move(slot, SlotState.ACTIVE);
        slot.since = owner.now();
        slot.old = false;
        return new Step.Take(slot);
    }

    private boolean overage(Slot slot) {
        long lifetime = owner.settings().lifetime().toNanos();
        return lifetime > 0 && owner.now() - slot.opened >= lifetime;
    }

    private Step check(Slot slot, long deadline) {
        boolean overage = overage(slot);
        boolean alive = !overage && slot.alive(deadline - owner.now());
        if (!alive) slot.close();
        Step step = owner.locked(() -> {
            if (slot.state == SlotState.GONE) return new Step.Closed();
            if (alive) return taken(slot);
            discard(slot);
            return next(true);
        });
        if (!alive) owner.tell(listener -> listener.closed(name, overage ? OVERAGE : "found dead while idle"));
        return step;
    }

    private Step open(long start, long deadline) throws SQLException {
        long begun = owner.now();
        if (deadline - begun <= 0) {
            owner.locked(() -> handOnTurn(lastFailure));
            throw timeout(start);
        }
        Connection physical;
        try {
            physical = Objects.requireNonNull(owner.connector().connect(text, Duration.ofNanos(deadline - begun)));
        } catch (SQLException | RuntimeException | Error e) {
            SQLException failure = e instanceof SQLException sql
                    ? sql
                    : new SQLException("The driver failed to connect: " + e, "08001", e);
            owner.locked(() -> {
                if (owner.settings().blocks()) blocking.failed(failure, owner.now());
                return handOnTurn(failure);
            });
            owner.tell(listener -> listener.openFailed(name, failure));
            throw failure;
        }
        Slot slot = new Slot(this, physical, owner.now());
        Duration took = Duration.ofNanos(owner.now() - begun);
        Step step = owner.locked(() -> {
            slots.add(slot);
            blocking.succeeded();
            Step taken = taken(slot);
            if (closed) discard(slot);
            handOnTurn(null);
            return closed ? new Step.Closed() : taken;
        });
        owner.tell(listener -> listener.opened(name, took));
        if (step instanceof Step.Closed) {
            slot.close();
            owner.tell(listener -> listener.closed(name, "the pool was closed"));
        }
        return step;
    }

    private Step await(Waiter waiter, long start, long deadline) throws SQLException {
        owner.tell(listener -> listener.waiting(name, state()));
        waiter.await(owner::now, deadline);
        // What was granted while the waiter woke up counts: it is out of the queue, and what it got must not be lost.
        Step granted = owner.locked(() -> {
            if (waiter.granted() == null) {
                waiters.remove(waiter);
                ledger.waiting(-1);
            }
            return waiter.granted();
        });
        if (granted != null) return granted;
        if (Thread.currentThread().isInterrupted())
            throw new SQLException("Interrupted while waiting for a connection of " + name + ".", "57014");
        throw timeout(start);
    }

    private SQLException timeout(long start) {
        Duration waited = Duration.ofNanos(owner.now() - start);
        PoolTimeoutException timeout = owner.locked(() -> TimeoutMessage.of(
                ConnectionText.shortened(name),
                state(),
                ledger.stasis(),
                waited,
                owner.settings().connectTimeout(),
                lastFailure));
        owner.tell(listener -> listener.timedOut(name, timeout));
        return timeout;
    }

    /**
     * Ends a lease: into stasis while its ambient transaction goes on, else reset and on to the next.
     *
     * @param reclaimed whether the collector found its owner dead
     */
    void giveBack(Lease lease, boolean reclaimed) {
        Slot slot = lease.slot;
        SlotState now = owner.locked(() -> {
            if (slot.state != SlotState.ACTIVE) return slot.state;
            if (reclaimed) ledger.reclaimed();
            move(slot, slot.ambient != null && lease.broken() == null ? SlotState.STASIS : SlotState.RETURNING);
            return slot.state;
        });
        if (now == SlotState.GONE) return;
        Duration held = Duration.ofNanos(owner.now() - slot.since);
        if (now == SlotState.RETURNING) release(slot, lease.broken());
        if (reclaimed) owner.tell(listener -> listener.reclaimed(name));
        else owner.tell(listener -> listener.returned(name, held));
        if (now == SlotState.STASIS) owner.tell(listener -> listener.heldInStasis(name));
    }

    /** Borrows the connection that an ambient transaction holds in stasis. */
    void resume(Slot slot, AmbientTransaction ambient) throws SQLException {
        SlotState found = owner.locked(() -> {
            SlotState state = slot.state;
            if (state == SlotState.STASIS && slot.ambient == ambient) taken(slot);
            return state;
        });
        switch (found) {
            case STASIS -> owner.tell(listener -> listener.borrowed(name, Duration.ZERO));
            case GONE, RETURNING -> throw lost();
            default -> throw new SQLException(
                    "The ambient transaction's connection is still open: close it first. "
                            + "A second one at the same time would need a distributed transaction.", "0A000");
        }
    }

    /** Commits or rolls back on the enlisted connection, then frees it if its borrower is done with it. */
    void endAmbient(Slot slot, boolean commit) throws SQLException {
        if (owner.locked(() -> slot.state == SlotState.GONE)) {
            if (commit) throw lost();
            return;
        }
        try {
            slot.finish(commit);
        } finally {
            boolean unowned = owner.locked(() -> {
                slot.ambient = null;
                if (slot.state != SlotState.STASIS) return false;
                move(slot, SlotState.ENDING);
                return true;
            });
            if (unowned) release(slot, null);
            owner.tell(_ -> {});
        }
    }

    /** Resets a connection and passes it on: to the longest waiter, to the idle ones, or out of the world. */
    private void release(Slot slot, String broken) {
        String fault = broken != null ? broken : overage(slot) ? OVERAGE : slot.clean(owner.settings().reset());
        if (fault != null) slot.close();
        boolean discarded = owner.locked(() -> {
            if (slot.state == SlotState.GONE) return false;
            if (fault != null) {
                discard(slot);
                letNextOpen();
                return true;
            }
            Waiter next = waiters.poll();
            if (next != null) {
                ledger.waiting(-1);
                next.grant(taken(slot));
            } else {
                move(slot, SlotState.FREE);
                slot.since = owner.now();
                idle.push(slot);
            }
            return false;
        });
        if (discarded) owner.tell(listener -> listener.closed(name, fault));
    }

    /**
     * Takes out what lies idle since before the last pruning, newer connections are old from now on. A pool without
     * connections that nobody has asked since then goes as a whole. Under the lock; what is returned is then closed outside it.
     */
    Set<Slot> prune() {
        Set<Slot> old = new HashSet<>();
        for (Slot slot : idle) {
            if (slot.old) old.add(slot);
            slot.old = true;
        }
        idle.removeAll(old);
        old.forEach(this::discard);
        pruned = slots.isEmpty() && waiters.isEmpty() && !opening && ++unused > 1;
        return old;
    }

    boolean pruned() {
        return pruned;
    }

    /** The physical connections of a pool that was shut: those that lay idle, and the others. */
    record Left(Set<Slot> idle, Set<Slot> inUse) {}

    /** Closes the pool's books and wakes its waiters. Under the lock; the connections are then closed outside it. */
    Left shut() {
        closed = true;
        ledger.waiting(-waiters.size());
        waiters.forEach(waiter -> waiter.grant(new Step.Closed()));
        waiters.clear();
        Set<Slot> lying = Set.copyOf(idle);
        Set<Slot> others = new HashSet<>(slots);
        others.removeAll(lying);
        idle.clear();
        Set.copyOf(slots).forEach(this::discard);
        return new Left(lying, others);
    }

    private PoolState state() {
        return owner.locked(() -> ledger.state(owner.settings().maxSize()));
    }

    /** Under the lock, as are the next three. */
    private void move(Slot slot, SlotState next) {
        ledger.move(slot.state, next);
        slot.state = next;
    }

    private void discard(Slot slot) {
        move(slot, SlotState.GONE);
        slots.remove(slot);
    }

    private Void handOnTurn(SQLException failure) {
        opening = false;
        lastFailure = failure;
        letNextOpen();
        return null;
    }

    private void letNextOpen() {
        SQLException cause = blocking.cause(owner.now());
        if (cause != null) {
            ledger.waiting(-waiters.size());
            waiters.forEach(waiter -> waiter.grant(new Step.Blocked(cause)));
            waiters.clear();
        }
        if (cause != null || waiters.isEmpty() || !mayOpen()) return;
        opening = true;
        ledger.waiting(-1);
        waiters.poll().grant(new Step.Open());
    }

    private static SQLException closedException() {
        return new SQLException("The pool was closed.", "08003");
    }

    private static SQLException lost() {
        return new SQLException(
                "The ambient transaction's connection is lost; the server has rolled the transaction back.", "08006");
    }
}
