package poollab.console.shell;

import java.time.Duration;

/** What is going on at the moment and can be cut short by Ctrl-C. Thread-safe. */
final class Work {
    private Runnable cancel;
    private boolean interrupted;

    interface Task<T> {
        T run() throws Exception;
    }

    /** Does a task that {@code cancel} ends early. */
    <T> T during(Runnable cancel, Task<T> task) throws Exception {
        synchronized (this) {
            this.cancel = cancel;
            interrupted = false;
        }
        try {
            return task.run();
        } finally {
            synchronized (this) {
                this.cancel = null;
                notifyAll();
            }
        }
    }

    /** Ctrl-C outside the prompt. */
    void interrupt() {
        Runnable current;
        synchronized (this) {
            current = cancel;
            interrupted = true;
        }
        // On a thread of its own: a cancel may wait, and a signal handler must not.
        if (current != null) Thread.ofPlatform().name("cancel").daemon().start(current);
    }

    /** Waits for the end of what was cut short, but not for ever: it may have something to write down. */
    synchronized void awaitEnd(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long left = patience.toMillis(); cancel != null && left > 0; left = (end - System.nanoTime()) / 1_000_000)
            wait(left);
    }

    synchronized boolean interrupted() {
        return interrupted;
    }
}
