package poollab.load;

import java.io.Serializable;
import java.time.Duration;

/**
 * Who does what, for how long. Serializable: it travels to other processes.
 *
 * @param clients 1 to 10,000; in an open loop the most requests that are at work at the same time
 * @param warmUp requests that should begin before its end are made and not counted
 * @param duration of what is counted, more than 0
 * @param seed the same seed draws the same keys
 */
public record LoadPlan(
        Work work,
        int clients,
        Pace pace,
        Duration warmUp,
        Duration duration,
        Retry retry,
        Holding holding,
        Threads threads,
        long seed)
        implements Serializable {

    /** How long a client keeps a connection. */
    public enum Holding {
        /** It borrows one for each request: an application with a pool. */
        PER_REQUEST,
        /** It borrows one for its first request and keeps it until an error: pgbench. */
        PER_CLIENT
    }

    /** What a client runs on. */
    public enum Threads {
        PLATFORM,
        VIRTUAL
    }

    public LoadPlan {
        if (clients < 1 || clients > 10_000) throw new IllegalArgumentException("clients " + clients + ": 1 to 10000");
        if (warmUp.isNegative()) throw new IllegalArgumentException("warm-up " + warmUp);
        if (!duration.isPositive()) throw new IllegalArgumentException("duration " + duration);
    }

    /** A closed loop without think time, warm-up or retries, on platform threads, a connection for each request. */
    public static LoadPlan closed(Work work, int clients, Duration duration) {
        return new LoadPlan(
                work, clients, new Pace.Closed(Duration.ZERO), Duration.ZERO, duration, Retry.NONE, Holding.PER_REQUEST,
                Threads.PLATFORM, 1);
    }

    /** An open loop, else as {@link #closed}. */
    public static LoadPlan open(Work work, int clients, double perSecond, Duration duration) {
        return closed(work, clients, duration).at(new Pace.Open(perSecond));
    }

    public LoadPlan at(Pace pace) {
        return new LoadPlan(work, clients, pace, warmUp, duration, retry, holding, threads, seed);
    }

    public LoadPlan warmingUp(Duration warmUp) {
        return new LoadPlan(work, clients, pace, warmUp, duration, retry, holding, threads, seed);
    }

    public LoadPlan retrying(Retry retry) {
        return new LoadPlan(work, clients, pace, warmUp, duration, retry, holding, threads, seed);
    }

    public LoadPlan holding(Holding holding) {
        return new LoadPlan(work, clients, pace, warmUp, duration, retry, holding, threads, seed);
    }

    public LoadPlan on(Threads threads) {
        return new LoadPlan(work, clients, pace, warmUp, duration, retry, holding, threads, seed);
    }

    public LoadPlan seeded(long seed) {
        return new LoadPlan(work, clients, pace, warmUp, duration, retry, holding, threads, seed);
    }
}
