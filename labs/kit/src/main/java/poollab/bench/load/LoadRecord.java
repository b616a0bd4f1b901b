package poollab.bench.load;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;
import poollab.bench.Bench;
import poollab.bench.Observation;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.load.Durations;
import poollab.load.Failure;
import poollab.load.LoadResult;

/** Turns the result of a load into observations. */
final class LoadRecord {
    private static final List<Column> ERRORS = List.of(
            new Column("SQLSTATE", Unit.TEXT),
            new Column("errors", Unit.COUNT),
            new Column("first after", Unit.MILLISECONDS),
            new Column("first text", Unit.TEXT));

    private LoadRecord() {}

    static void write(Bench bench, String name, LoadResult result) {
        for (String words : result.lost()) bench.event(name, Outcome.FAILED, "lost an instance\n" + words);
        bench.figureOf(name, "throughput", "successful requests per second", result.throughput(), Unit.PER_SECOND);
        bench.figureOf(name, "successes", "successful requests", result.successes(), Unit.COUNT);
        bench.figureOf(name, "instances", "processes", result.instances(), Unit.COUNT);
        for (int percentile : new int[] {50, 95, 99})
            bench.figureOf(name, "p" + percentile, "latency, p" + percentile,
                    result.latency().percentileMs(percentile), Unit.MILLISECONDS);
        bench.figureOf(name, "waiting-mean", "waiting for a connection, mean", result.waiting().meanMs(), Unit.MILLISECONDS);
        bench.figureOf(name, "using-mean", "using it, mean", result.using().meanMs(), Unit.MILLISECONDS);
        bench.figureOf(name, "failures", "requests that failed for good", result.failures(), Unit.COUNT);
        bench.figureOf(name, "errors", "errors", result.errorCount(), Unit.COUNT);
        bench.figureOf(name, "retries", "retries", result.retries(), Unit.COUNT);
        bench.figureOf(name, "unserved", "arrivals left unserved", result.unserved(), Unit.COUNT);
        bench.figureOf(name, "unfinished", "requests unfinished at the end", result.unfinished(), Unit.COUNT);
        bench.figureOf(name, "warm-up-errors", "errors in the warm-up", result.warmUpErrors(), Unit.COUNT);
        bench.figureOf(name, "cpu-per-request", "the generator's processor time per request",
                result.cpuMicrosPerRequest(), Unit.MICROSECONDS);
        bench.figureOf(name, "cpu.generator", "processors kept busy by the generator",
                busy(result.cpu(), result.measured()), Unit.COUNT);
        bench.event(name, result.errors().isEmpty() ? Outcome.OK : Outcome.FAILED, inShort(result));
        histogram(bench, name + LoadDetails.LATENCY, name + ": latency of successful requests", result.latency());
        histogram(bench, name + ".waiting", name + ": of it, waiting for a connection", result.waiting());
        histogram(bench, name + ".using", name + ": of it, using the connection", result.using());
        if (result.errors().isEmpty()) return;
        List<List<Object>> rows = result.errors().stream()
                .map(e -> List.<Object>of(e.sqlState(), e.count(), e.firstAtMs(), e.firstText()))
                .toList();
        bench.table(name + ".errors-by-state", name + ": errors", ERRORS, rows, null);
    }

    /** {@code 8,400/s, p50 1.2 ms, p99 18 ms}, and the first error where there is one. */
    private static String inShort(LoadResult result) {
        String text = Unit.PER_SECOND.format(Math.rint(result.throughput())) + ", p50 "
                + Unit.MILLISECONDS.format(result.latency().percentileMs(50)) + ", p99 "
                + Unit.MILLISECONDS.format(result.latency().percentileMs(99));
        if (result.errors().isEmpty()) return text;
        Failure first = result.errors().stream().min(Comparator.comparingDouble(Failure::firstAtMs)).get();
        return text + ", " + Words.count(result.errorCount(), "error") + "\n" + first.sqlState() + " " + first.firstText();
    }

    static double busy(Duration cpu, Duration time) {
        return time.isZero() ? 0 : (double) cpu.toNanos() / time.toNanos();
    }

    private static void histogram(Bench bench, String id, String title, Durations durations) {
        Histogram h = durations.histogram();
        boolean empty = h.getTotalCount() == 0;
        bench.observe(new Observation.Histogram(
                id, title, h.getTotalCount(), empty ? 0 : h.getMinValue() / 1e3, at(h, 50), at(h, 95), at(h, 99), at(h, 100)));
    }

    private static double at(Histogram micros, double percentile) {
        return micros.getTotalCount() == 0 ? 0 : micros.getValueAtPercentile(percentile) / 1e3;
    }
}
