package poollab.labs.monitoring;

import java.time.Duration;
import java.util.List;

/** Waiting for threads that have been told to end. */
final class Threads {
    private Threads() {}

    /** @param patience for each of them; an interrupt of the caller ends the waiting, and stays */
    static void join(List<Thread> threads, Duration patience) {
        try {
            for (Thread thread : threads) thread.join(patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
