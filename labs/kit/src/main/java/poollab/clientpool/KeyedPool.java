package poollab.clientpool;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * The pool of one connection text and identity: does what its {@link Stock} has decided. It talks to servers, tells listeners and lets
 * callers wait, never with the lock held.
 *
 * <p>Physical opens are serial, as in SqlClient: there is one turn to open, and the wait for it counts against the caller's
 * deadline. {@link PoolSettings#withParallelOpens()} lifts that, to compare.
 */
final class KeyedPool {
    private final KeyedPools owner;
    private final String text;
    private final Identity identity;
    private final String name;
    private final Ledger ledger;
    final Stock stock;

    KeyedPool(KeyedPools owner, String text, Identity identity, Ledger ledger) {
        this.owner = owner;
        this.text = text;
        this.identity = identity;
        String masked = ConnectionText.masked(text);
        this.name = identity == Identity.OF_TEXT ? masked : masked + " (" + identity + ")";
        this.ledger = ledger;
        this.stock = new Stock(owner.settings(), owner::now, ledger);
    }

    /** The connection text, secrets masked, and the identity if there is one. */
    String name() {
        return name;
    }

    /** Borrows a slot; its state is ACTIVE. Null when the pool was retired. */
    Slot acquire() throws SQLException {
        long start = owner.now();
        long deadline = start + owner.settings().connectTimeout().toNanos();
        Step step = owner.locked(() -> stock.next(false, start));
        while (!(step instanceof Step.Take(Slot slot))) {
            step = switch (step) {
                case Step.Take take -> take;
                case Step.Check(Slot idle) -> check(idle, deadline);
                case Step.Open() -> open(start, deadline);
                case Step.Queue(Waiter waiter) -> await(waiter, start, deadline);
                case Step.Blocked(SQLException cause) -> throw BlockingPeriod.copy(cause);
                case Step.Retired() -> null;
                case Step.Closed() -> throw closedException();
            };
            if (step == null) return null;
        }
        if (owner.heard()) {
            Duration waited = Duration.ofNanos(owner.now() - start);
            owner.tell(listener -> listener.borrowed(name, waited));
        }
        return slot;
    }

    private Step check(Slot slot, long deadline) {
        String fault = stock.fault(slot);
        boolean alive = fault == null && slot.alive(deadline - owner.now());
        if (!alive) slot.close();
        Step step = owner.locked(() -> stock.checked(slot, alive));
        if (!alive) {
            owner.tell(listener -> listener.closed(name, fault != null ? fault : "found dead while idle"));
            replenish();
        }
        return step;
    }

    // ---- opening

    private Step open(long start, long deadline) throws SQLException {
        long left = deadline - owner.now();
        if (left <= 0) {
            owner.locked(() -> {
                stock.turnIsOver(stock.lastFailure());
                return null;
            });
            throw timeout(start);
        }
        return open(Duration.ofNanos(left), true);
    }

    /** Uses the turn to open that was taken, and hands it on. */
    private Step open(Duration patience, boolean wanted) throws SQLException {
        long begun = owner.now();
        int generation = stock.generation();
        Connection physical;
        try {
            physical = Objects.requireNonNull(owner.connector().connect(text, identity, patience));
        } catch (SQLException | RuntimeException | Error e) {
            SQLException failure = e instanceof SQLException sql ? sql : new SQLException("The driver failed to connect: " + e, "08001", e);
            owner.locked(() -> {
                stock.openFailed(failure);
                return null;
            });
            owner.tell(listener -> listener.openFailed(name, failure));
            throw failure;
        }
        Slot slot = new Slot(this, physical, owner.now(), generation);
        Duration took = Duration.ofNanos(owner.now() - begun);
        Step step = owner.locked(() -> stock.opened(slot, wanted));
        owner.tell(listener -> listener.opened(name, took));
        if (step instanceof Step.Closed) {
            slot.close();
            owner.tell(listener -> listener.closed(name, "the pool was closed"));
        }
        return step;
    }

    /** Sees to the minimum, one connection after another, in the background. A failure ends it until the next occasion. */
    void replenish() {
        if (owner.settings().minSize() == 0 || !owner.locked(stock::takeTurnForMinimum)) return;
        Thread.ofVirtual().name("replenish " + name).start(() -> {
            try {
                open(owner.settings().connectTimeout(), false);
            } catch (SQLException e) {
                return; // it was told to the listener
            }
            replenish();
        });
    }

    // ---- waiting

    private Step await(Waiter waiter, long start, long deadline) throws SQLException {
        owner.tell(listener -> listener.waiting(name, state()));
        waiter.await(owner::now, deadline);
        Step granted = owner.locked(() -> stock.leave(waiter));
        if (granted != null) return granted;
        if (Thread.currentThread().isInterrupted())
            throw new SQLException("Interrupted while waiting for a connection of " + name + ".", "57014");
        throw timeout(start);
    }

    private SQLException timeout(long start) {
        Duration waited = Duration.ofNanos(owner.now() - start);
        PoolTimeoutException timeout = owner.locked(() -> TimeoutMessage.of(
                ConnectionText.shortened(text),
                state(),
                ledger.stasis(),
                waited,
                owner.settings().connectTimeout(),
                stock.lastFailure()));
        owner.tell(listener -> listener.timedOut(name, timeout));
        return timeout;
    }

    private PoolState state() {
        return owner.locked(() -> ledger.state(owner.settings().maxSize()));
    }

    // ---- giving back

    /**
     * Ends a lease: into stasis while its ambient transaction goes on, else reset and on to the next.
     *
     * @param reclaimed whether the collector found its owner dead
     */
    void giveBack(Lease lease, boolean reclaimed) {
        Slot slot = lease.slot;
        SlotState now = owner.locked(() -> stock.givenBack(slot, lease.broken() == null, reclaimed));
        if (now == SlotState.GONE) return;
        Duration held = owner.heard() ? Duration.ofNanos(owner.now() - slot.since) : Duration.ZERO;
        if (lease.serverIsLost()) clear("the server was lost: " + lease.broken());
        if (now == SlotState.RETURNING) release(slot, lease.broken());
        if (reclaimed) owner.tell(listener -> listener.reclaimed(name));
        else owner.tell(listener -> listener.returned(name, held));
        if (now == SlotState.STASIS) owner.tell(listener -> listener.heldInStasis(name));
    }

    /** Resets a connection and passes it on: to the longest waiter, to the idle ones, or out of the world. */
    private void release(Slot slot, String broken) {
        String spent = broken != null ? broken : stock.fault(slot);
        String fault = spent != null ? spent : slot.clean(owner.settings().reset());
        if (fault != null) slot.close();
        if (!owner.locked(() -> stock.released(slot, fault == null))) return;
        if (fault == null) slot.close();
        owner.tell(listener -> listener.closed(name, fault == null ? "enough lie idle" : fault));
        replenish();
    }

    // ---- inside an ambient transaction

    /** Borrows the connection that an ambient transaction holds in stasis. */
    void resume(Slot slot, AmbientTransaction ambient) throws SQLException {
        switch (owner.locked(() -> stock.resumed(slot, ambient))) {
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
            if (owner.locked(() -> stock.ambientEnded(slot))) release(slot, null);
            owner.tell(_ -> {});
        }
    }

    // ---- taking out

    /** Closes what lies idle at once, and what is in use when it is given back. */
    void clear(String reason) {
        close(owner.locked(stock::clear), reason);
        replenish();
    }

    void close(Set<Slot> idle, String reason) {
        for (Slot slot : idle) {
            slot.close();
            owner.tell(listener -> listener.closed(name, reason));
        }
    }

    private static SQLException closedException() {
        return new SQLException("The pool was closed.", "08003");
    }

    private static SQLException lost() {
        return new SQLException(
                "The ambient transaction's connection is lost; the server has rolled the transaction back.", "08006");
    }
}
