package poollab.clientpool;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executor;

/**
 * The borrowed connection as the borrower sees it. A JDK proxy rather than a delegating class, because statements,
 * result sets and metadata must be wrapped too (see {@link Guarded}), and five interfaces with some seven hundred
 * methods would drown the three rules that matter: no use after close, errors are looked at, an enlisted connection
 * leaves the end of its transaction to the ambient one.
 */
final class Handle implements InvocationHandler {
    /** One daemon thread for the whole JVM: it only starts reclaims, and outlives every pool. */
    private static final Cleaner CLEANER =
            Cleaner.create(task -> Thread.ofPlatform().daemon().name("pool-lab-cleaner").unstarted(task));

    private final Lease lease;
    private final Cleaner.Cleanable cleanable;

    private Handle(Lease lease) {
        this.lease = lease;
        this.cleanable = CLEANER.register(this, lease::abandoned);
    }

    static Connection of(Slot slot) {
        return (Connection) Proxy.newProxyInstance(
                Handle.class.getClassLoader(), new Class<?>[] {Connection.class}, new Handle(new Lease(slot)));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        try {
            Connection physical = lease.slot.physical;
            return switch (method.getName()) {
                case "close" -> giveBack();
                case "abort" -> cut((Executor) args[0]);
                case "isClosed" -> lease.ended() || physical.isClosed();
                case "isValid" -> !lease.ended() && physical.isValid((int) args[0]);
                case "equals" -> proxy == args[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "toString" -> (lease.ended() ? "given back to " : "borrowed from ") + lease.slot.pool.name();
                case "unwrap" -> ((Class<?>) args[0]).isInstance(proxy) ? proxy : call(physical, method, args);
                case "isWrapperFor" -> ((Class<?>) args[0]).isInstance(proxy) || physical.isWrapperFor((Class<?>) args[0]);
                default -> {
                    refuseInsideAmbient(method.getName(), args);
                    if (!lease.ended()) lease.slot.changed.before(method.getName(), physical);
                    Object result = call(physical, method, args);
                    yield Guarded.wrap(result, method.getReturnType(), this, (Connection) proxy, null);
                }
            };
        } finally {
            // Without it the collector may find the handle dead while its last call is still running.
            Reference.reachabilityFence(this);
        }
    }

    private Object giveBack() {
        lease.close();
        cleanable.clean();
        return null;
    }

    private Object cut(Executor executor) throws SQLException {
        if (lease.ended()) return null;
        lease.breaks("aborted by its borrower");
        lease.slot.physical.abort(executor);
        return giveBack();
    }

    /** Calls the driver for the connection or anything made from it, while it is borrowed. */
    Object call(Object target, Method method, Object[] args) throws Throwable {
        if (lease.ended())
            throw new SQLException("This connection was given back to its pool; it cannot be used any more.", "08003");
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SQLException sql) lease.met(sql);
            throw e.getCause();
        }
    }

    boolean ended() {
        return lease.ended();
    }

    private void refuseInsideAmbient(String method, Object[] args) throws SQLException {
        if (lease.slot.ambient == null || lease.ended()) return;
        boolean endsTransaction = switch (method) {
            case "commit" -> true;
            case "rollback" -> args == null;
            case "setAutoCommit" -> (boolean) args[0];
            default -> false;
        };
        if (endsTransaction)
            throw new SQLException(
                    method + " refused: this connection is part of an ambient transaction, which alone ends it.", "2D000");
    }
}
