package poollab.load;

import java.util.concurrent.atomic.AtomicLong;

/** The moments at which requests should begin. */
sealed interface Arrivals {
    long NO_MORE = Long.MIN_VALUE;

    /**
     * Waits for a client's next request.
     *
     * @return when it should begin, which may be long past; {@link #NO_MORE} after the end
     */
    long next() throws InterruptedException;

    /** Arrivals that counted and that nobody began. */
    long unserved();

    static Arrivals of(Pace pace, Window window, LoadClock clock) {
        return switch (pace) {
            case Pace.Closed closed -> new AfterTheLast(closed.think().toNanos(), window, clock);
            case Pace.Open open -> new AtARate(1e9 / open.perSecond(), window, clock, new AtomicLong(), new AtomicLong());
        };
    }

    /** Of a closed loop. */
    record AfterTheLast(long think, Window window, LoadClock clock) implements Arrivals {
        @Override
        public long next() throws InterruptedException {
            long now = clock.nanos();
            if (think > 0 && !window.over(now)) {
                clock.sleepUntil(now + think);
                now = clock.nanos();
            }
            return window.over(now) ? NO_MORE : now;
        }

        @Override
        public long unserved() {
            return 0;
        }
    }

    /** Of an open loop: one for all clients. */
    record AtARate(double period, Window window, LoadClock clock, AtomicLong taken, AtomicLong begun) implements Arrivals {
        @Override
        public long next() throws InterruptedException {
            long intended = window.start() + Math.round(taken.getAndIncrement() * period);
            if (intended - window.end() >= 0) return NO_MORE;
            clock.sleepUntil(intended);
            if (window.over(clock.nanos())) return NO_MORE;
            if (window.counts(intended)) begun.incrementAndGet();
            return intended;
        }

        @Override
        public long unserved() {
            long before = due(window.countedFrom() - window.start());
            return Math.max(0, due(window.end() - window.start()) - before - begun.get());
        }

        /** Arrivals before so many nanoseconds have passed. */
        private long due(long nanos) {
            return (long) Math.ceil(Math.max(0, nanos) / period);
        }
    }
}
