package poollab.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** What became of the requests. Clients write into it without waiting for each other; one thread reads it now and then. */
final class Tally {
    private final Recorder latency = new Recorder(Durations.MOST_MICROS, Durations.DIGITS);
    private final Recorder waiting = new Recorder(Durations.MOST_MICROS, Durations.DIGITS);
    private final Recorder using = new Recorder(Durations.MOST_MICROS, Durations.DIGITS);
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong retries = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private final AtomicLong warmUpErrors = new AtomicLong();
    private final Map<String, Failure> byState = new ConcurrentHashMap<>();

    private final Histogram total = Durations.empty();
    private final List<Second> seconds = new ArrayList<>();
    private Histogram interval;
    private long errorsBefore;

    void succeeded(long waitedNanos, long usedNanos) {
        long waited = micros(waitedNanos);
        long used = micros(usedNanos);
        latency.recordValue(Math.min(Durations.MOST_MICROS, waited + used));
        waiting.recordValue(waited);
        using.recordValue(used);
    }

    private static long micros(long nanos) {
        return Math.clamp(TimeUnit.NANOSECONDS.toMicros(nanos), 0, Durations.MOST_MICROS);
    }

    /** @param atMs since the counting began */
    void error(Exception e, double atMs) {
        Failure failure = Failure.of(e, atMs);
        byState.merge(failure.sqlState(), failure, Failure::plus);
        errors.incrementAndGet();
    }

    void warmUpError() {
        warmUpErrors.incrementAndGet();
    }

    void retried() {
        retries.incrementAndGet();
    }

    void failed() {
        failures.incrementAndGet();
    }

    /** Closes a second: what was entered since the last call. */
    Second pass(double length) {
        interval = latency.getIntervalHistogram(interval);
        total.add(interval);
        long errorsNow = errors.get();
        Second second = new Second(seconds.size() + 1, length, errorsNow - errorsBefore, Durations.of(interval));
        errorsBefore = errorsNow;
        seconds.add(second);
        return second;
    }

    /** Seconds closed so far. */
    int passed() {
        return seconds.size();
    }

    /** All that was entered until the last second was closed. To be asked once. */
    LoadResult result(Window window, long unserved, int unfinished, Duration cpu) {
        return new LoadResult(
                1, Duration.ofNanos(window.counted()), failures.get(), retries.get(), unserved, unfinished,
                warmUpErrors.get(), Durations.of(total), Durations.of(waiting.getIntervalHistogram()),
                Durations.of(using.getIntervalHistogram()), List.copyOf(byState.values()), seconds, cpu,
                window.endedEarly(), List.of());
    }
}
