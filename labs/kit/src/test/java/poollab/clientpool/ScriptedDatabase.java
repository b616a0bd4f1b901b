package poollab.clientpool;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.postgresql.PGConnection;

/** A test double of a database: connections in memory that do what a test tells them. Nothing of it runs in a lab. */
final class ScriptedDatabase implements PhysicalConnector {
    /** Decides about each connect, on the connecting thread: may take its time, may refuse. */
    interface Script {
        void connecting(int number, Duration left) throws SQLException;
    }

    final class Fake {
        final int number;
        final List<String> calls = new CopyOnWriteArrayList<>();
        volatile boolean closed;
        volatile boolean dead;
        volatile boolean autoCommit = true;
        volatile boolean readOnly;
        volatile int isolation = Connection.TRANSACTION_READ_COMMITTED;
        volatile SQLException nextError;

        Fake(int number) {
            this.number = number;
        }

        Object call(Object proxy, Method method, Object[] args) throws Throwable {
            String name = method.getName();
            if (nextError != null && !List.of("close", "isClosed", "hashCode").contains(name)) {
                SQLException error = nextError;
                nextError = null;
                throw error;
            }
            return switch (name) {
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> proxy == args[0];
                case "toString" -> "fake " + number;
                case "close", "abort" -> {
                    calls.add(name);
                    if (!closed) ending.run();
                    closed = true;
                    yield null;
                }
                case "isClosed" -> closed;
                case "isValid" -> !closed && !dead;
                case "getAutoCommit" -> autoCommit;
                case "setAutoCommit" -> {
                    autoCommit = (boolean) args[0];
                    yield null;
                }
                case "isReadOnly" -> readOnly;
                case "setReadOnly" -> {
                    readOnly = (boolean) args[0];
                    yield null;
                }
                case "getTransactionIsolation" -> isolation;
                case "setTransactionIsolation" -> {
                    isolation = (int) args[0];
                    yield null;
                }
                case "getNetworkTimeout" -> 0;
                case "setNetworkTimeout", "clearWarnings" -> null;
                case "isWrapperFor" -> args[0] == PGConnection.class;
                case "unwrap" -> proxy(PGConnection.class, (self, asked, none) -> {
                    if (asked.getName().equals("cancelQuery")) cancelling.run();
                    return null;
                });
                case "createStatement" -> statement(proxy);
                default -> {
                    if (closed || dead) throw new SQLException("fake " + number + " is gone", "08006");
                    calls.add(name);
                    yield null;
                }
            };
        }

        private static Object statement(Object connection) {
            return proxy(Statement.class, (self, method, args) -> switch (method.getName()) {
                case "execute" -> false;
                case "getConnection" -> connection;
                case "close" -> null;
                case "toString" -> "fake statement";
                default -> throw new UnsupportedOperationException(method.getName());
            });
        }
    }

    final List<Fake> opened = new CopyOnWriteArrayList<>();
    /** As whom each was opened, in the order of the opens. */
    final List<Identity> identities = new CopyOnWriteArrayList<>();
    /** What each request to stop a statement takes, on the thread that asks. */
    volatile Runnable cancelling = () -> {};
    /** What each end of a connection takes, on the ending thread. */
    volatile Runnable ending = () -> {};
    volatile Script script = (number, left) -> {};
    private int attempts;

    synchronized int attempts() {
        return attempts;
    }

    @Override
    public Connection connect(String text, Duration left) throws SQLException {
        int number;
        synchronized (this) {
            number = ++attempts;
        }
        script.connecting(number, left);
        Fake fake = new Fake(number);
        opened.add(fake);
        return proxy(Connection.class, fake::call);
    }

    @Override
    public Connection connect(String text, Identity identity, Duration left) throws SQLException {
        identities.add(identity);
        return connect(text, left);
    }

    /** The connections not closed yet. */
    List<Fake> open() {
        List<Fake> open = new ArrayList<>(opened);
        open.removeIf(fake -> fake.closed);
        return open;
    }

    private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader() == null
                ? ScriptedDatabase.class.getClassLoader() : type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
