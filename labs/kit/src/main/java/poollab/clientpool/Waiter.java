package poollab.clientpool;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** One caller in a pool's queue, parked until it is served, interrupted or late. */
final class Waiter {
    private final Thread thread = Thread.currentThread();
    private volatile Step granted;

    /** Called once, under the pools' lock, by whoever took this waiter out of the queue. */
    void grant(Step step) {
        granted = step;
        LockSupport.unpark(thread);
    }

    /** What was granted so far; null when nothing. */
    Step granted() {
        return granted;
    }

    /** Returns when something was granted, the deadline has passed or the thread was interrupted. */
    void await(LongSupplier nanoTime, long deadline) {
        while (granted == null && !thread.isInterrupted()) {
            long left = deadline - nanoTime.getAsLong();
            if (left <= 0) return;
            LockSupport.parkNanos(this, left);
        }
    }
}
