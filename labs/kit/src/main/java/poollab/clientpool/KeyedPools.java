package poollab.clientpool;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The model of ADO.NET's SqlClient: a pool per exact connection text and identity, made by the first open with them.
 * What it keeps of the original: the key, serial physical opens, the deadline, lifetime, the blocking period after a failed open, pruning,
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
    private final PoolGroups groups = new PoolGroups();
    /** The pools whose text says it all, to be found without the lock. Changed under it, so that it never holds a retired one for long. */
    private final Map<String, KeyedPool> byText = new ConcurrentHashMap<>();
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
        ProcessCounters.add(this);
    }

    @Override
    public Connection open(String text) throws SQLException {
        return open(text, Identity.OF_TEXT);
    }

    /**
     * Borrows a connection that was opened as somebody; see {@link Identity} for what is the same.
     *
     * @throws SQLException as {@link #open(String)}; also when the text names a user or password beside a credential
     */
    public Connection open(String text, Identity identity) throws SQLException {
        return new Handle(acquire(text, identity));
    }

    private Slot acquire(String text, Identity identity) throws SQLException {
        Slot slot = pool(text, identity).acquire();
        return slot != null ? slot : acquire(text, identity);
    }

    /** As {@link #open(String, Identity, AmbientTransaction)}, with the identity that the text names. */
    public Connection open(String text, AmbientTransaction ambient) throws SQLException {
        return open(text, Identity.OF_TEXT, ambient);
    }

    /**
     * Borrows a connection inside an ambient transaction: the first time a free one, which is enlisted (autocommit off);
     * after its close that very connection again, until the transaction ends.
     *
     * @throws SQLException as {@link #open(String, Identity)}; also when the transaction is finished, belongs to another
     *     text or identity, or its connection is still open
     */
    public Connection open(String text, Identity identity, AmbientTransaction ambient) throws SQLException {
        KeyedPool pool = pool(text, identity);
        Slot enlisted = ambient.enlistedOrBegin();
        if (enlisted == null) return new Handle(enlist(text, identity, ambient));
        if (enlisted.pool != pool)
            throw new SQLException(
                    "The ambient transaction belongs to " + enlisted.pool.name() + ". A connection of " + pool.name()
                            + " would need a distributed transaction.",
                    "0A000");
        pool.resume(enlisted, ambient);
        return new Handle(enlisted);
    }

    private Slot enlist(String text, Identity identity, AmbientTransaction ambient) throws SQLException {
        Slot slot = null;
        try {
            slot = acquire(text, identity);
            slot.physical.setAutoCommit(false);
        } catch (SQLException | RuntimeException e) {
            if (slot != null) new Lease(slot, null).close();
            ambient.failed();
            throw e;
        }
        slot.ambient = ambient;
        ambient.enlist(slot);
        return slot;
    }

    private KeyedPool pool(String text, Identity identity) throws SQLException {
        KeyedPool known = identity == Identity.OF_TEXT ? byText.get(text) : null;
        return known != null ? known : find(text, identity);
    }

    private KeyedPool find(String text, Identity identity) throws SQLException {
        identity.refuseBeside(text);
        boolean[] created = {false};
        KeyedPool pool = locked(() -> {
            if (closed) return null;
            KeyedPool found = groups.pool(text, identity, () -> {
                created[0] = true;
                return new KeyedPool(this, text, identity, ledger.newPool());
            });
            if (identity == Identity.OF_TEXT) byText.put(text, found);
            return found;
        });
        if (pool == null) throw new SQLException("The pools were closed.", "08003");
        if (created[0]) {
            tell(listener -> listener.poolCreated(pool.name()));
            pool.replenish();
        }
        return pool;
    }

    /** One round of what happens by itself in minutes, for callers with less patience: {@link #pruneIdle()}, {@link #pruneGroups()}. */
    public void prune() {
        pruneIdle();
        pruneGroups();
    }

    /** Closes what lies idle since before the last call. Happens by itself every 2 to 4 minutes. */
    public void pruneIdle() {
        Map<KeyedPool, Set<Slot>> old = new HashMap<>();
        locked(() -> {
            groups.all().forEach(pool -> old.put(pool, pool.stock.prune()));
            return null;
        });
        old.forEach((pool, slots) -> {
            pool.close(slots, "idle for two prunings");
            pool.replenish();
        });
    }

    /**
     * Carries the end of empty pools one step further: an empty pool becomes inactive and is forgotten by the next call; a
     * group without pools becomes inactive by the next call, and is forgotten by the one after. Happens by itself every 30 s,
     * for the first time after 4 minutes.
     */
    public void pruneGroups() {
        locked(() -> {
            groups.prune();
            byText.clear();
            return null;
        });
    }

    /** As {@link #clear(String, Identity)}, with the identity that the text names. */
    public void clear(String text) {
        clear(text, Identity.OF_TEXT);
    }

    /** Closes the connections of all pools in this group: idle ones at once, those in use when they are given back. */
    public void clear(String text, Identity identity) {
        for (KeyedPool pool : locked(() -> groups.group(text, identity))) pool.clear("the pool was cleared");
    }

    /** Clears every pool. */
    public void clearAll() {
        for (KeyedPool pool : locked(groups::all)) pool.clear("the pool was cleared");
    }

    @Override
    public PoolCounters counters() {
        return locked(() -> ledger.counters(groups.count()));
    }

    /** {@inheritDoc} The one that opens a physical connection is no longer waiting, and not yet in use. */
    @Override
    public PoolState state() {
        return locked(() -> ledger.state((long) settings.maxSize() * groups.count().activePools()));
    }

    /**
     * {@inheritDoc} Idle connections are closed, those in use are cut under their borrowers; waiting callers get an
     * SQLException.
     */
    @Override
    public void close() {
        pruning.close();
        List<KeyedPool> shut = locked(() -> {
            closed = true;
            List<KeyedPool> all = groups.all();
            groups.clear();
            byText.clear();
            return all;
        });
        List<Slot> idle = new ArrayList<>();
        List<Slot> inUse = new ArrayList<>();
        for (KeyedPool pool : shut) {
            Stock.Left left = locked(pool.stock::shut);
            idle.addAll(left.idle());
            inUse.addAll(left.inUse());
        }
        Courtesy courtesy = new Courtesy(nanoTime);
        end(inUse, slot -> slot.cut(courtesy));
        end(idle, Slot::close);
        ProcessCounters.remove(this);
    }

    private void end(List<Slot> slots, Consumer<Slot> how) {
        AtOnce.each(slots, slot -> {
            how.accept(slot);
            tell(listener -> listener.closed(slot.pool.name(), "the pools were closed"));
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

    boolean heard() {
        return announcer.heard();
    }

    void tell(Consumer<PoolListener> event) {
        announcer.tell(event);
    }
}
