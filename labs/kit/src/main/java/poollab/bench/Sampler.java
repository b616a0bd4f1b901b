package poollab.bench;

import java.time.Duration;
import java.util.Optional;

/**
 * Looks at something again and again, on a daemon thread of its own, until it is closed or a look fails. To be
 * {@link Bench#lend lent} by the bench, so that it ends with the run. Thread-safe.
 */
public final class Sampler implements AutoCloseable {
    /** It rests so many times as long as a look took: what looks must not become part of the load. */
    private static final long REST = 20;
    /** Where processors are short, a look takes long for want of them. Some are needed all the same. */
    private static final long LONGEST_REST = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final long every;
    private final Look look;
    private final Thread looking;
    private volatile boolean closed;
    private volatile Exception failure;

    /** One look. */
    @FunctionalInterface
    public interface Look {
        void once() throws Exception;
    }

    /**
     * @param name of the thread
     * @param every from the beginning of one look to that of the next: as long at least, and up to five times as long
     *     when looks take long
     */
    public Sampler(String name, Duration every, Look look) {
        this.every = every.toNanos();
        this.look = look;
        this.looking = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    /** Takes the first look at once. Once only. Returns this. */
    public Sampler begin() {
        looking.start();
        return this;
    }

    private void run() {
        try {
            while (!closed) {
                long begin = System.nanoTime();
                look.once();
                long cost = System.nanoTime() - begin;
                Thread.sleep(Duration.ofNanos(rest(every, cost)));
            }
        } catch (Exception e) {
            // What a look meets that is told to end is no failure.
            if (!closed) failure = e;
        }
    }

    /** All in nanoseconds. */
    static long rest(long every, long cost) {
        return Math.max(every - cost, Math.min(REST * cost, LONGEST_REST * every));
    }

    /** What ended the looking before it was closed: nothing is looked at any more. */
    public Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }

    /** No look begins any more once this returns; one that hangs is left behind after 2 s. An interrupt is kept for later. */
    @Override
    public void close() {
        closed = true;
        boolean interrupted = Thread.interrupted();
        looking.interrupt();
        try {
            looking.join(PATIENCE);
        } catch (IllegalThreadStateException e) {
            // Never begun.
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
