package poollab.pooler;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Signals, where there are any. */
@SuppressWarnings({"sunapi", "restricted"})
final class Signals {
    private static final int SIGQUIT = 3;

    private Signals() {}

    static void on(String name, Runnable action) {
        try {
            sun.misc.Signal.handle(new sun.misc.Signal(name), signal -> action.run());
        } catch (IllegalArgumentException e) {
            // This system has no such signal, or the JVM keeps it.
        }
    }

    /** SIGQUIT ends the process at once, as it ends PgBouncer. The JVM would print its threads instead and go on; so the C library is asked. */
    static void letQuitEnd() {
        if (System.getProperty("os.name").startsWith("Windows")) return;
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> signal = linker.defaultLookup().find("signal");
        if (signal.isEmpty()) return;
        try {
            MemorySegment before = (MemorySegment) linker.downcallHandle(signal.get(), FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS))
                    .invokeExact(SIGQUIT, MemorySegment.NULL);
        } catch (Throwable e) {
            throw new IllegalStateException("cannot set what SIGQUIT does", e);
        }
    }
}
