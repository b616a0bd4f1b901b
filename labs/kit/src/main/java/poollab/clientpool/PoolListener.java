package poollab.clientpool;

import java.time.Duration;

/**
 * What a pool tells while it works: for the live view, for graders and for tests. All callbacks do nothing by default;
 * they run on the thread that caused the event, outside the pool's lock, and must be quick.
 */
public interface PoolListener {
    PoolListener NONE = new PoolListener() {};

    /** A pool was made for a connection text not seen before. Passwords are masked in {@code pool}. */
    default void poolCreated(String pool) {}

    /** A physical connection was opened. */
    default void opened(String pool, Duration took) {}

    /** The server or the network refused a physical connection. */
    default void openFailed(String pool, Exception cause) {}

    /** A physical connection was closed. */
    default void closed(String pool, String reason) {}

    /** A caller got its connection. */
    default void borrowed(String pool, Duration waited) {}

    /** A caller gave its connection back. */
    default void returned(String pool, Duration held) {}

    /** A caller begins to wait. */
    default void waiting(String pool, PoolState state) {}

    /** A caller gave up. */
    default void timedOut(String pool, PoolTimeoutException timeout) {}

    /** A returned connection is held back until its ambient transaction ends. */
    default void heldInStasis(String pool) {}

    /** A connection was taken back from an owner that the garbage collector found dead. */
    default void reclaimed(String pool) {}

    /** The pool's occupancy changed. Called after every borrow, return, wait, open and close. */
    default void changed(PoolState all) {}
}
