package poollab.load;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of a load. Every counted request ended as a success or a failure, or is unfinished. Each error was followed
 * by a retry or was a request's last: errors = retries + failures.
 *
 * @param instances processes that took part
 * @param measured how long was counted: the plan's duration, or less when it was ended early
 * @param failures requests that failed for good
 * @param retries further attempts at failed requests
 * @param unserved arrivals of an open loop that no client was free to begin before the end
 * @param unfinished clients still inside a request some seconds after the end
 * @param warmUpErrors failed attempts during the warm-up, in no other figure
 * @param latency of successful requests, from when they should have begun; waiting and using make it up
 * @param waiting until the successful attempt had its connection: earlier attempts and pauses are in it
 * @param using from then until the connection was given back
 * @param errors by SQLSTATE, the most frequent first
 * @param cpu processor time of the whole process, everything in it included, while it was counted
 * @param endedEarly whether it was told to end before its time
 * @param lost the last words of instances that died; what they measured is in no figure
 */
public record LoadResult(
        int instances,
        Duration measured,
        long failures,
        long retries,
        long unserved,
        int unfinished,
        long warmUpErrors,
        Durations latency,
        Durations waiting,
        Durations using,
        List<Failure> errors,
        List<Second> seconds,
        Duration cpu,
        boolean endedEarly,
        List<String> lost)
        implements Serializable {
    public LoadResult {
        errors = errors.stream().sorted((a, b) -> Long.compare(b.count(), a.count())).toList();
        seconds = List.copyOf(seconds);
        lost = List.copyOf(lost);
    }

    /** Of no process at all: where merging begins. */
    public static LoadResult none() {
        Durations none = Durations.of(Durations.empty());
        return new LoadResult(
                0, Duration.ZERO, 0, 0, 0, 0, 0, none, none, none, List.of(), List.of(), Duration.ZERO, false, List.of());
    }

    public long successes() {
        return latency.count();
    }

    /** Failed attempts. */
    public long errorCount() {
        return errors.stream().mapToLong(Failure::count).sum();
    }

    /** Failed attempts with this SQLSTATE. */
    public long errorCount(String sqlState) {
        return errors.stream().filter(failure -> failure.sqlState().equals(sqlState)).mapToLong(Failure::count).sum();
    }

    /** Successful requests per second. */
    public double throughput() {
        return measured.isZero() ? 0 : successes() / (measured.toNanos() / 1e9);
    }

    /** Processor time of the generator per counted request, in microseconds; 0 without requests. */
    public double cpuMicrosPerRequest() {
        long requests = successes() + failures;
        return requests == 0 ? 0 : cpu.toNanos() / 1e3 / requests;
    }

    /** The same with the last words of an instance that died. */
    public LoadResult losing(String lastWords) {
        List<String> more = new ArrayList<>(lost);
        more.add(lastWords);
        return new LoadResult(
                instances, measured, failures, retries, unserved, unfinished, warmUpErrors, latency, waiting, using,
                errors, seconds, cpu, endedEarly, more);
    }

    /** Two processes that began together, as one. Exact: nothing is averaged. */
    public LoadResult plus(LoadResult other) {
        Map<String, Failure> failures = new TreeMap<>();
        errors.forEach(failure -> failures.merge(failure.sqlState(), failure, Failure::plus));
        other.errors.forEach(failure -> failures.merge(failure.sqlState(), failure, Failure::plus));
        Map<Integer, Second> byNumber = new TreeMap<>();
        seconds.forEach(second -> byNumber.merge(second.number(), second, Second::plus));
        other.seconds.forEach(second -> byNumber.merge(second.number(), second, Second::plus));
        List<String> allLost = new ArrayList<>(lost);
        allLost.addAll(other.lost);
        return new LoadResult(
                instances + other.instances,
                measured.compareTo(other.measured) > 0 ? measured : other.measured,
                this.failures + other.failures,
                retries + other.retries,
                unserved + other.unserved,
                unfinished + other.unfinished,
                warmUpErrors + other.warmUpErrors,
                latency.plus(other.latency),
                waiting.plus(other.waiting),
                using.plus(other.using),
                List.copyOf(failures.values()),
                List.copyOf(byNumber.values()),
                cpu.plus(other.cpu),
                endedEarly || other.endedEarly,
                allLost);
    }
}
