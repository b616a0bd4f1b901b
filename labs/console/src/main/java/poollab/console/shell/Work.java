package poollab.console.shell;

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

    synchronized boolean interrupted() {
        return interrupted;
    }
}
