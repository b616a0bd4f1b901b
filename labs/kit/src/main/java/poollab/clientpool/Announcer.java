package poollab.clientpool;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Tells the listener of an event and the new occupancy. What a listener throws goes to the thread's uncaught exception
 * handler: it must be seen, and must not cost a connection.
 */
record Announcer(PoolListener listener, Supplier<PoolState> state) {
    /** Whether somebody listens: else what is told need not be found out. */
    boolean heard() {
        return listener != PoolListener.NONE;
    }

    void tell(Consumer<PoolListener> event) {
        if (!heard()) return;
        try {
            event.accept(listener);
            listener.changed(state.get());
        } catch (RuntimeException e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
