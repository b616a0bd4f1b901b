package poollab.clientpool;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * No pool: every open is a physical connection, every close closes it. As in SqlClient with Pooling=false, the
 * connections count as hard connects and as non-pooled ones; the soft counters and those of pools stay zero.
 *
 * <p>The settings' maximum does not apply; the connect timeout bounds each physical open. Nobody waits and nothing is
 * reclaimed: a dropped connection stays open on the server.
 */
public final class Unpooled implements ConnectionPools {
    private final PoolSettings settings;
    private final Announcer announcer;
    private final PhysicalConnector connector;
    private final Set<CountedConnection> open = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private long connects;
    private long disconnects;
    private boolean closed;

    public Unpooled(PoolSettings settings, PoolListener listener) {
        this(settings, listener, PhysicalConnector.DRIVER);
    }

    public Unpooled(PoolSettings settings, PoolListener listener, PhysicalConnector connector) {
        this.settings = settings;
        this.announcer = new Announcer(listener, this::state);
        this.connector = connector;
        ProcessCounters.add(this);
    }

    @Override
    public Connection open(String text) throws SQLException {
        String name = ConnectionText.masked(text);
        if (isClosed()) throw new SQLException("The connections of this process were closed.", "08003");
        long begun = System.nanoTime();
        Connection physical;
        try {
            physical = connector.connect(text, settings.connectTimeout());
        } catch (SQLException e) {
            announcer.tell(listener -> listener.openFailed(name, e));
            throw e;
        }
        CountedConnection counted = CountedConnection.physical(physical, connection -> closed(connection, name));
        open.add(counted);
        boolean late = opened();
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        announcer.tell(listener -> listener.opened(name, took));
        if (late) {
            counted.close();
            throw new SQLException("The connections of this process were closed.", "08003");
        }
        return counted.proxy();
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private boolean opened() {
        lock.lock();
        try {
            connects++;
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private void closed(CountedConnection connection, String name) {
        open.remove(connection);
        lock.lock();
        try {
            disconnects++;
        } finally {
            lock.unlock();
        }
        announcer.tell(listener -> listener.closed(name, "not pooled"));
    }

    @Override
    public PoolCounters counters() {
        lock.lock();
        try {
            long now = connects - disconnects;
            return new PoolCounters(now, connects, disconnects, 0, 0, 0, now, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        } finally {
            lock.unlock();
        }
    }

    /** {@inheritDoc} There is no maximum: {@link Integer#MAX_VALUE}. */
    @Override
    public PoolState state() {
        return new PoolState(Integer.MAX_VALUE, (int) counters().nonPooledConnections(), 0, 0);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        Courtesy courtesy = new Courtesy(System::nanoTime);
        AtOnce.each(open, connection -> connection.cut(courtesy));
        ProcessCounters.remove(this);
    }
}
