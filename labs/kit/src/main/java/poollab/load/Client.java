package poollab.load;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.random.RandomGenerator;

/** One client: a request after the other, until the load is over. */
final class Client {
    private final LoadPlan plan;
    private final ConnectionSource source;
    private final Window window;
    private final Arrivals arrivals;
    private final Tally tally;
    private final LoadClock clock;
    private final RandomGenerator random;
    private Connection kept;
    private volatile boolean cutOff;

    Client(LoadPlan plan, ConnectionSource source, Window window, Arrivals arrivals, Tally tally, LoadClock clock,
            RandomGenerator random) {
        this.plan = plan;
        this.source = source;
        this.window = window;
        this.arrivals = arrivals;
        this.tally = tally;
        this.clock = clock;
        this.random = random;
    }

    void run() {
        try {
            for (long next = arrivals.next(); next != Arrivals.NO_MORE; next = arrivals.next()) serve(next);
        } catch (InterruptedException e) {
            // Cut off while it had nothing to do.
        } finally {
            letGo();
        }
    }

    /** Its present request is not counted any more: the load is over and could not wait for it. */
    void cutOff() {
        cutOff = true;
    }

    private void serve(long intended) throws InterruptedException {
        boolean counts = window.counts(intended);
        for (int retries = 0; ; retries++) {
            try {
                attempt(intended, counts);
                return;
            } catch (SQLException | RuntimeException e) {
                letGo();
                if (cutOff) return;
                long now = clock.nanos();
                if (counts) tally.error(e, (now - window.countedFrom()) / 1e6);
                else tally.warmUpError();
                if (retries == plan.retry().limit() || !again(now)) {
                    if (counts) tally.failed();
                    return;
                }
                if (counts) tally.retried();
            }
        }
    }

    /** Pauses. Returns whether there is time for another attempt. */
    private boolean again(long now) throws InterruptedException {
        long until = now + plan.retry().pause().toNanos();
        if (window.over(until)) return false;
        clock.sleepUntil(until);
        return !window.over(clock.nanos());
    }

    private void attempt(long intended, boolean counts) throws SQLException {
        long got;
        if (plan.holding() == LoadPlan.Holding.PER_CLIENT) {
            if (kept == null) kept = source.get();
            got = clock.nanos();
            plan.work().perform(kept, random);
        } else {
            try (Connection connection = source.get()) {
                got = clock.nanos();
                plan.work().perform(connection, random);
            }
        }
        long done = clock.nanos();
        if (counts && !cutOff) tally.succeeded(got - intended, done - got);
    }

    /** After an error nobody knows what state a kept connection is in. */
    private void letGo() {
        if (kept == null) return;
        try {
            kept.close();
        } catch (SQLException | RuntimeException e) {
            // It is being thrown away.
        }
        kept = null;
    }
}
