package poollab.clientpool;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The model of ADO.NET's SqlClient: a pool per exact connection text, made by the first open with it. What it keeps of
 * the original: the key, serial physical opens, the deadline, lifetime, the blocking period after a failed open, pruning,
 * minimum size, clearing, reclaiming, stasis and the sixteen counters.
 *
 * <p>One lock guards all pools of a process, so that {@link #counters()} is one moment's truth over all of them. It is
 * held for bookkeeping only, some hundred nanoseconds at a time.
 *
 * <p>Listener calls of one thread come in order; those of two threads may overtake each other.
 */
public final class KeyedPools implements ConnectionPools {
    private final PoolSettings settings;
    private final Announcer announcer;
    private final PhysicalConnector connector;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, KeyedPool> pools = new HashMap<>();
    private final Ledger ledger = Ledger.ofProcess();
    private final Pruning pruning;
    private boolean closed;

    public KeyedPools(PoolSettings settings, PoolListener listener) {
        this(settings, listener, PhysicalConnector.DRIVER, System::nanoTime);
    }

    /** @param nanoTime like {@link System#nanoTime}: a moving count of nanoseconds */
    public KeyedPools(
            PoolSettings settings, PoolListener listener, PhysicalConnector connector, LongSupplier nanoTime) {
        this.settings = settings;
        this.announcer = new Announcer(listener, this::state);
        this.connector = connector;
        this.nanoTime = nanoTime;
        this.pruning = new Pruning(this, RandomGenerator.getDefault());
    }

    @Override
    public Connection open(String text) throws SQLException {
        return Handle.of(acquire(text));
    }

    private Slot acquire(String text) throws SQLException {
        Slot slot = pool(text).acquire();
        return slot != null ? slot : acquire(text);
    }

    /**
     * Borrows a connection inside an ambient transaction: the first time a free one, which is enlisted (autocommit off);
     * after its close that very connection again, until the transaction ends.
     *
     * @throws SQLException as {@link #open(String)}; also when the transaction is finished, belongs to another text, or
     *     its connection is still open
     */
    public Connection open(String text, AmbientTransaction ambient) throws SQLException {
        KeyedPool pool = pool(text);
        Slot enlisted = ambient.enlistedOrBegin();
        if (enlisted == null) return Handle.of(enlist(text, ambient));
        if (enlisted.pool != pool)
            throw new SQLException(
                    "The ambient transaction belongs to " + enlisted.pool.name() + ". A connection of " + pool.name()
                            + " would need a distributed transaction.",
                    "0A000");
        pool.resume(enlisted, ambient);
        return Handle.of(enlisted);
    }

    private Slot enlist(String text, AmbientTransaction ambient) throws SQLException {
        Slot slot = null;
        try {
            slot = acquire(text);
            slot.physical.setAutoCommit(false);
        } catch (SQLException | RuntimeException e) {
            if (slot != null) new Lease(slot).close();
            ambient.failed();
            throw e;
        }
        slot.ambient = ambient;
        ambient.enlist(slot);
        return slot;
    }

    private KeyedPool pool(String text) throws SQLException {
        boolean[] created = {false};
        KeyedPool pool = locked(() -> closed ? null : pools.computeIfAbsent(text, _ -> {
            created[0] = true;
            return new KeyedPool(this, text, ledger.newPool());
        }));
        if (pool == null) throw new SQLException("The pools were closed.", "08003");
        if (created[0]) {
            tell(listener -> listener.poolCreated(pool.name()));
            pool.replenish();
        }
        return pool;
    }

    /**
     * Closes what lies idle since before the last call, and forgets pools that have no connection and were not asked for one
     * since then. Called every 2 to 4 minutes; a caller with less patience may call it, too.
     */
    public void prune() {
        Map<KeyedPool, Set<Slot>> old = new HashMap<>();
        locked(() -> {
            pools.values().forEach(pool -> old.put(pool, pool.stock.prune()));
            long before = pools.size();
            pools.values().removeIf(pool -> pool.stock.pruned());
            for (long gone = before - pools.size(); gone > 0; gone--) ledger.poolPruned();
            return null;
        });
        old.forEach((pool, slots) -> {
            pool.close(slots, "idle for two prunings");
            pool.replenish();
        });
    }

    /** Closes the connections of this text's pool: idle ones at once, those in use when they are given back. */
    public void clear(String text) {
        KeyedPool pool = locked(() -> pools.get(text));
        if (pool != null) pool.clear("the pool was cleared");
    }

    /** Clears every pool. */
    public void clearAll() {
        for (KeyedPool pool : locked(() -> Set.copyOf(pools.values()))) pool.clear("the pool was cleared");
    }

    @Override
    public PoolCounters counters() {
        return locked(ledger::counters);
    }

    /** {@inheritDoc} The one that opens a physical connection is no longer waiting, and not yet in use. */
    @Override
    public PoolState state() {
        return locked(() -> ledger.state(settings.maxSize()));
    }

    /**
     * {@inheritDoc} Idle connections are closed, those in use are cut under their borrowers; waiting callers get an
     * SQLException.
     */
    @Override
    public void close() {
        pruning.close();
        Set<KeyedPool> shut = locked(() -> {
            closed = true;
            Set<KeyedPool> all = Set.copyOf(pools.values());
            pools.clear();
            return all;
        });
        for (KeyedPool pool : shut) {
            Stock.Left left = locked(pool.stock::shut);
            left.idle().forEach(Slot::close);
            left.inUse().forEach(Slot::cut);
            for (int i = left.idle().size() + left.inUse().size(); i > 0; i--)
                tell(listener -> listener.closed(pool.name(), "the pools were closed"));
        }
        locked(() -> {
            ledger.poolsClosed();
            return null;
        });
    }

    PoolSettings settings() {
        return settings;
    }

    PhysicalConnector connector() {
        return connector;
    }

    long now() {
        return nanoTime.getAsLong();
    }

    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    void tell(Consumer<PoolListener> event) {
        announcer.tell(event);
    }
}
