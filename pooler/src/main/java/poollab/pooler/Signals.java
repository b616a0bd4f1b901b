package poollab.pooler;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.Optional;

/** Signals, where there are any. */
final class Signals {
    private static final int SIGQUIT = 3;

    private Signals() {}

    /** Called by its name: {@code sun.misc.Signal} has no successor, and the compiler warns of it wherever it is written. */
    static void on(String name, Runnable action) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler = Proxy.newProxyInstance(handlerType.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) action.run();
                return null;
            });
            type.getMethod("handle", type, handlerType).invoke(null, type.getConstructor(String.class).newInstance(name), handler);
        } catch (ReflectiveOperationException e) {
            // This system has no such signal, or the JVM keeps it.
        }
    }

    /**
     * SIGQUIT ends the process at once, as it ends PgBouncer. The JVM would print its threads and go on, and gives the signal
     * to nobody; so the C library is told to call {@code _exit}, which gets the signal's number: exit code 3.
     */
    @SuppressWarnings("restricted")
    static void letQuitEnd() {
        if (System.getProperty("os.name").startsWith("Windows")) return;
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> signal = linker.defaultLookup().find("signal");
        Optional<MemorySegment> exit = linker.defaultLookup().find("_exit");
        if (signal.isEmpty() || exit.isEmpty()) return;
        try {
            MemorySegment before = (MemorySegment) linker.downcallHandle(signal.get(), FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS))
                    .invokeExact(SIGQUIT, exit.get());
        } catch (Throwable e) {
            throw new IllegalStateException("cannot set what SIGQUIT does", e);
        }
    }
}
