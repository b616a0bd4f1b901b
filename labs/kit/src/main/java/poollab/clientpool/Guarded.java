package poollab.clientpool;

import java.lang.ref.Reference;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Set;

/**
 * A statement, result set or metadata made from a borrowed connection. It keeps the handle reachable: code that holds
 * only the result set still uses the connection, which must not be reclaimed under it. And it ends with the handle: a
 * statement kept beyond close would otherwise work on the next borrower's session.
 *
 * <p>LOBs, arrays and XML values are passed on as the driver made them.
 */
final class Guarded implements InvocationHandler {
    private static final Set<String> ALLOWED_AFTER_CLOSE = Set.of("close", "isClosed");

    private final Object target;
    private final Handle handle;
    /** The statement that made this result set, if one did. */
    private final Object maker;

    private Guarded(Object target, Handle handle, Object maker) {
        this.target = target;
        this.handle = handle;
        this.maker = maker;
    }

    /** The result itself, or a guarded one when it leads back to the connection. */
    static Object wrap(Object result, Class<?> type, Handle handle, Object maker) {
        boolean leadsBack = Statement.class.isAssignableFrom(type) || type == ResultSet.class || type == DatabaseMetaData.class;
        if (result == null || !leadsBack) return result;
        InvocationHandler guarded = new Guarded(result, handle, maker);
        return Proxy.newProxyInstance(Guarded.class.getClassLoader(), new Class<?>[] {type}, guarded);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        try {
            return switch (method.getName()) {
                case "equals" -> proxy == args[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "toString" -> target.toString();
                case "getConnection" -> handle.ended() ? handle.call(target, method, args) : handle;
                case "unwrap" -> ((Class<?>) args[0]).isInstance(proxy) ? proxy : handle.call(target, method, args);
                case "getStatement" -> maker != null ? maker : handle.call(target, method, args);
                default -> {
                    if (handle.ended() && ALLOWED_AFTER_CLOSE.contains(method.getName()))
                        yield method.getName().equals("isClosed") ? (Object) true : null;
                    Object result = handle.call(target, method, args);
                    Object madeBy = target instanceof Statement ? proxy : null;
                    yield wrap(result, method.getReturnType(), handle, madeBy);
                }
            };
        } finally {
            Reference.reachabilityFence(handle);
        }
    }
}
