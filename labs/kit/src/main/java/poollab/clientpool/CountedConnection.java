package poollab.clientpool;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A connection whose one end is noticed, be it close or abort. Statements made from it are the driver's own. */
final class CountedConnection implements InvocationHandler {
    /** What {@link Connection#unwrap} asks for to get from a foreign pool's connection to this one. */
    interface Counted {
        CountedConnection counted();
    }

    private final Connection target;
    private final Connection proxy;
    private final Consumer<CountedConnection> ended;
    private final boolean endsFirst;
    private final AtomicBoolean over = new AtomicBoolean();

    private CountedConnection(Connection target, Consumer<CountedConnection> ended, boolean endsFirst) {
        this.target = target;
        this.ended = ended;
        this.endsFirst = endsFirst;
        this.proxy = (Connection) Proxy.newProxyInstance(
                CountedConnection.class.getClassLoader(), new Class<?>[] {Connection.class, Counted.class}, this);
    }

    /** A physical connection; {@code ended} is called once, after it was closed. */
    static CountedConnection physical(Connection target, Consumer<CountedConnection> ended) {
        return new CountedConnection(target, ended, false);
    }

    /** A borrowed one; {@code ended} is called once, before it is given back: later it may have a new borrower. */
    static CountedConnection borrowed(Connection target, Consumer<CountedConnection> ended) {
        return new CountedConnection(target, ended, true);
    }

    Connection proxy() {
        return proxy;
    }

    void close() throws SQLException {
        if (endsFirst) end();
        try {
            target.close();
        } finally {
            end();
        }
    }

    private void abort(Executor executor) throws SQLException {
        if (endsFirst) end();
        try {
            target.abort(executor);
        } finally {
            end();
        }
    }

    /** Cuts it under whoever uses it, and stops the statement it may be running, if there is time. */
    void cut(Courtesy courtesy) {
        courtesy.stopStatement(target);
        try {
            abort(Runnable::run);
        } catch (SQLException e) {
            // It is being thrown away; the socket is gone either way.
        }
    }

    private void end() {
        if (over.compareAndSet(false, true)) ended.accept(this);
    }

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
        switch (method.getName()) {
            case "counted":
                return this;
            case "close":
                close();
                return null;
            case "abort":
                abort((Executor) args[0]);
                return null;
            case "equals":
                return self == args[0];
            case "hashCode":
                return System.identityHashCode(self);
            case "unwrap":
                if (((Class<?>) args[0]).isInstance(self)) return self;
                break;
            case "isWrapperFor":
                if (((Class<?>) args[0]).isInstance(self)) return true;
                break;
            default:
        }
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
