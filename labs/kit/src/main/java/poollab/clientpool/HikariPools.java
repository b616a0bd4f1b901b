package poollab.clientpool;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * HikariCP behind the same door: a map from connection text to data source, as Java applications with tenants really
 * have it. Each pool is built by its first borrow, on that caller's thread; other texts do not wait for it.
 *
 * <p>What differs from HikariCP's defaults: {@code minimumIdle} is 0 unless given (HikariCP would fill to the maximum,
 * and physical connects would no longer tell what was needed); {@code initializationFailTimeout} is -1, so that making a
 * pool opens no extra connection. A refused physical open is therefore not thrown at once: HikariCP tries again until the
 * connect timeout, then throws its own SQLTransientConnectionException with the refusal as cause, passed on as it is.
 * That is why {@link PoolListener#timedOut} and {@link PoolListener#waiting} are never told.
 *
 * <p>The counters are kept here, because HikariCP's gauges are no consistent snapshot: physical connections are counted
 * where they are opened and closed, borrows and returns at this class's handles. A connection counts as free from the
 * moment its owner calls close, while HikariCP still resets it. Reclaimed and stasis are always 0: HikariCP neither takes
 * back what was dropped (it stays in use for ever) nor knows ambient transactions.
 */
public final class HikariPools implements ConnectionPools {
    private final PoolSettings settings;
    private final int minimumIdle;
    private final Announcer announcer;
    private final PhysicalConnector connector;
    private final ReentrantLock lock = new ReentrantLock();
    private final Ledger ledger = Ledger.ofProcess();
    private final Map<String, TextPool> pools = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public HikariPools(PoolSettings settings, PoolListener listener) {
        this(settings, 0, listener, PhysicalConnector.DRIVER);
    }

    /** @param minimumIdle connections HikariCP keeps ready per pool, 0 up to the settings' maximum */
    public HikariPools(PoolSettings settings, int minimumIdle, PoolListener listener, PhysicalConnector connector) {
        if (minimumIdle < 0 || minimumIdle > settings.maxSize())
            throw new IllegalArgumentException("minimum idle " + minimumIdle + ": 0 to " + settings.maxSize());
        this.settings = settings;
        this.minimumIdle = minimumIdle;
        this.announcer = new Announcer(listener, this::state);
        this.connector = connector;
        ProcessCounters.add(this);
    }

    @Override
    public Connection open(String text) throws SQLException {
        TextPool[] created = {null};
        TextPool pool = pools.computeIfAbsent(text, _ -> created[0] = new TextPool(text));
        if (created[0] != null) announcer.tell(listener -> listener.poolCreated(pool.name));
        if (closed) {
            pool.source.close();
            throw new SQLException("The pools were closed.", "08003");
        }
        return pool.borrow();
    }

    @Override
    public PoolCounters counters() {
        return locked(() -> ledger.counters(PoolCount.active(pools.size())));
    }

    /** {@inheritDoc} The number of waiting callers is HikariCP's own, read after the others. */
    @Override
    public PoolState state() {
        PoolState counted = locked(() -> ledger.state((long) settings.maxSize() * pools.size()));
        int waiting = pools.values().stream().mapToInt(TextPool::waiting).sum();
        return new PoolState(counted.max(), counted.inUse(), counted.idle(), waiting);
    }

    /**
     * {@inheritDoc} HikariCP aborts connections in use for up to 10 s; its waiting callers get their exception at the end
     * of their connect timeout at the latest.
     */
    @Override
    public void close() {
        closed = true;
        AtOnce.each(pools.values(), pool -> pool.source.close());
        pools.clear();
        ProcessCounters.remove(this);
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** One text's data source and its books. */
    private final class TextPool {
        final String name;
        final HikariDataSource source = new HikariDataSource();
        private final String text;
        private final Ledger book = locked(ledger::newPool);
        private final Map<CountedConnection, SlotState> slots = new ConcurrentHashMap<>();

        TextPool(String text) {
            this.text = text;
            this.name = ConnectionText.masked(text);
            source.setDataSource(new ConnectorDataSource(this::connect));
            source.setMaximumPoolSize(settings.maxSize());
            source.setMinimumIdle(minimumIdle);
            source.setConnectionTimeout(settings.connectTimeout().toMillis());
            source.setInitializationFailTimeout(-1);
        }

        int waiting() {
            HikariPoolMXBean gauges = source.getHikariPoolMXBean();
            return gauges == null ? 0 : gauges.getThreadsAwaitingConnection();
        }

        Connection borrow() throws SQLException {
            long begun = System.nanoTime();
            Connection hikaris = source.getConnection();
            CountedConnection physical;
            try {
                physical = hikaris.unwrap(CountedConnection.Counted.class).counted();
            } catch (SQLException e) {
                hikaris.close();
                throw e;
            }
            move(physical, SlotState.FREE, SlotState.ACTIVE);
            long got = System.nanoTime();
            announcer.tell(listener -> listener.borrowed(name, Duration.ofNanos(got - begun)));
            return CountedConnection.borrowed(hikaris, _ -> {
                move(physical, SlotState.ACTIVE, SlotState.FREE);
                announcer.tell(listener -> listener.returned(name, Duration.ofNanos(System.nanoTime() - got)));
            }).proxy();
        }

        /** Called by HikariCP's own threads. */
        private Connection connect(Duration left) throws SQLException {
            long begun = System.nanoTime();
            Connection driver;
            try {
                driver = connector.connect(text, left);
            } catch (SQLException e) {
                announcer.tell(listener -> listener.openFailed(name, e));
                throw e;
            }
            CountedConnection physical = CountedConnection.physical(driver, this::physicallyClosed);
            locked(() -> {
                book.move(SlotState.OPENING, SlotState.FREE);
                return slots.put(physical, SlotState.FREE);
            });
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            announcer.tell(listener -> listener.opened(name, took));
            return physical.proxy();
        }

        private void physicallyClosed(CountedConnection physical) {
            locked(() -> {
                book.move(slots.get(physical), SlotState.GONE);
                return slots.remove(physical);
            });
            announcer.tell(listener -> listener.closed(name, "closed by HikariCP"));
        }

        /** One that HikariCP closed under its borrower is no longer in the books: nothing to enter. */
        private void move(CountedConnection physical, SlotState from, SlotState to) {
            locked(() -> {
                if (slots.replace(physical, from, to)) book.move(from, to);
                return null;
            });
        }
    }
}
