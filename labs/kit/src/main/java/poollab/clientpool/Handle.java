package poollab.clientpool;

import java.lang.ref.Reference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/**
 * The borrowed connection as the borrower sees it. Three rules: no use after close, errors are looked at, an enlisted
 * connection leaves the end of its transaction to the ambient one. It is a class of its own rather than a JDK proxy,
 * because every borrow makes one; what is made from it is guarded by proxies (see {@link Guarded}).
 *
 * <p>Each call on the physical connection keeps the handle reachable to its end. Without that the collector may find it
 * dead while its last call is still running.
 */
final class Handle extends Passing {
    private final Lease lease;

    Handle(Slot slot) {
        lease = new Lease(slot, this);
    }

    @Override
    <T> T ask(Question<T> question) throws SQLException {
        try {
            return question.to(borrowed());
        } catch (SQLException e) {
            if (!lease.ended()) lease.met(e);
            throw e;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    <T> T made(Class<T> type, Question<T> maker) throws SQLException {
        return type.cast(Guarded.wrap(ask(maker), type, this, null));
    }

    private Connection borrowed() throws SQLException {
        if (lease.ended()) throw new SQLException("This connection was given back to its pool; it cannot be used any more.", "08003");
        return lease.slot.physical;
    }

    boolean ended() {
        return lease.ended();
    }

    /** Calls the driver for something made from the connection, while it is borrowed. */
    Object call(Object target, Method method, Object[] args) throws Throwable {
        borrowed();
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SQLException sql) lease.met(sql);
            throw e.getCause();
        }
    }

    // ---- the end of a borrow

    @Override
    public void close() {
        lease.close();
    }

    @Override
    public void abort(Executor executor) throws SQLException {
        if (lease.ended()) return;
        lease.breaks("aborted by its borrower");
        lease.slot.physical.abort(executor);
        lease.close();
    }

    @Override
    public boolean isClosed() throws SQLException {
        return lease.ended() || ask(Connection::isClosed);
    }

    @Override
    public boolean isValid(int seconds) throws SQLException {
        return !lease.ended() && ask(physical -> physical.isValid(seconds));
    }

    // ---- the end of a transaction

    @Override
    public void commit() throws SQLException {
        refuseInsideAmbient("commit");
        tell(Connection::commit);
    }

    @Override
    public void rollback() throws SQLException {
        refuseInsideAmbient("rollback");
        tell(Connection::rollback);
    }

    @Override
    public void setAutoCommit(boolean on) throws SQLException {
        if (on) refuseInsideAmbient("setAutoCommit");
        tell(physical -> physical.setAutoCommit(on));
    }

    private void refuseInsideAmbient(String method) throws SQLException {
        if (lease.ended() || lease.slot.ambient == null) return;
        throw new SQLException(
                method + " refused: this connection is part of an ambient transaction, which alone ends it.", "2D000");
    }

    // ---- what the return puts back

    @Override
    public void setReadOnly(boolean on) throws SQLException {
        change("setReadOnly", physical -> physical.setReadOnly(on));
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        change("setTransactionIsolation", physical -> physical.setTransactionIsolation(level));
    }

    @Override
    public void setHoldability(int holdability) throws SQLException {
        change("setHoldability", physical -> physical.setHoldability(holdability));
    }

    @Override
    public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
        change("setNetworkTimeout", physical -> physical.setNetworkTimeout(executor, milliseconds));
    }

    private void change(String method, Order order) throws SQLException {
        tell(physical -> {
            lease.slot.changed.before(method, physical);
            order.to(physical);
        });
    }

    // ---- what may throw no other exception

    @Override
    public void setClientInfo(String name, String value) throws SQLClientInfoException {
        inform(physical -> physical.setClientInfo(name, value));
    }

    @Override
    public void setClientInfo(Properties all) throws SQLClientInfoException {
        inform(physical -> physical.setClientInfo(all));
    }

    private void inform(Order order) throws SQLClientInfoException {
        try {
            tell(order);
        } catch (SQLClientInfoException e) {
            throw e;
        } catch (SQLException e) {
            throw new SQLClientInfoException(e.getMessage(), e.getSQLState(), e.getErrorCode(), Map.of(), e);
        }
    }

    // ---- the wrapper itself

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this) ? type.cast(this) : ask(physical -> physical.unwrap(type));
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || lease.slot.physical.isWrapperFor(type);
    }

    @Override
    public String toString() {
        return (lease.ended() ? "given back to " : "borrowed from ") + lease.slot.pool.name();
    }
}
