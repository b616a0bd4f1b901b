package poollab.bench;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;

/** Everything of a run that has a lifetime; the last lent is closed first. May be closed from another thread. */
public final class Lendings implements AutoCloseable {
    private final Deque<AutoCloseable> lent = new ArrayDeque<>();
    private final Object closing = new Object();
    private final String what;
    private boolean closed;

    /** @param what is ended, for whoever comes too late: "the run" */
    public Lendings(String what) {
        this.what = what;
    }

    /** Takes something to be closed at the end; what its borrower closes earlier is closed twice. */
    public <R extends AutoCloseable> R lend(R resource) {
        synchronized (lent) {
            if (!closed) {
                lent.push(resource);
                return resource;
            }
        }
        quietly(resource);
        throw new CancellationException(what + " was ended");
    }

    public boolean closed() {
        synchronized (lent) {
            return closed;
        }
    }

    /** Safe to call twice; the second caller waits for the first. */
    @Override
    public void close() {
        synchronized (closing) {
            for (AutoCloseable next = takeBack(); next != null; next = takeBack()) quietly(next);
        }
    }

    private AutoCloseable takeBack() {
        synchronized (lent) {
            closed = true;
            return lent.poll();
        }
    }

    private static void quietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            // What is left of it goes with its watcher, or is swept at the next start.
        }
    }
}
