package poollab.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import poollab.bench.Observation.Axis;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Curve;
import poollab.bench.Observation.Curves;
import poollab.bench.Observation.Event;
import poollab.bench.Observation.Figure;
import poollab.bench.Observation.Outcome;
import poollab.bench.Observation.Table;
import poollab.engine.Server;

/**
 * Lends an experiment everything with a lifetime, closes it in reverse order, and takes its observations. One bench
 * serves one run. Thread-safe.
 */
public final class Bench implements AutoCloseable {
    private final Server server;
    private final RandomGenerator random;
    private final LongSupplier nanoClock;
    private final RunListener listener;
    private final long start;

    private final Lendings lent = new Lendings("the run");
    private final List<Observation> observations = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final Map<String, SeriesRecorder> series = new LinkedHashMap<>();

    Bench(Server server, long seed, LongSupplier nanoClock, RunListener listener) {
        this.server = server;
        this.random = new SplittableRandom(seed);
        this.nanoClock = nanoClock;
        this.listener = listener;
        this.start = nanoClock.getAsLong();
    }

    /** The database server of this run. It outlives the bench. */
    public Server server() {
        return server;
    }

    /** The one source of chance: the same seed gives the same experiment. */
    public RandomGenerator random() {
        return random;
    }

    /** Nanoseconds of the run's one clock; only differences mean something. */
    public long nanos() {
        return nanoClock.getAsLong();
    }

    /** Milliseconds since the run began. */
    public double elapsedMs() {
        return (nanos() - start) / 1e6;
    }

    /** Takes something to be closed at the end of the run: the last lent first. Returns it. */
    public <R extends AutoCloseable> R lend(R resource) {
        return lent.lend(resource);
    }

    /**
     * Waits until a condition holds, looking every 5 ms.
     *
     * @return whether it came to hold within the limit
     */
    public boolean await(Duration limit, Callable<Boolean> condition) throws Exception {
        long end = nanos() + limit.toNanos();
        while (!condition.call()) {
            if (nanos() - end > 0) return false;
            Thread.sleep(5);
        }
        return true;
    }

    /** Something happened. */
    public void event(String actor, Outcome outcome, String text) {
        synchronized (observations) {
            observe(new Event("event-" + (observations.size() + 1), elapsedMs(), actor, outcome, text));
        }
    }

    /** A measured number. */
    public void figure(String id, String title, double value, Unit unit) {
        observe(new Figure(id, title, null, value, unit));
    }

    /** A measured number of one of several things that the run compares; its id is {@code of.name}. */
    public void figureOf(String of, String name, String title, double value, Unit unit) {
        observe(new Figure(of + "." + name, title, of, value, unit));
    }

    public void table(String id, String title, List<Column> columns, List<List<Object>> rows, String chart) {
        observe(new Table(id, title, columns, rows, chart));
    }

    public void curves(String id, String title, Axis x, Axis y, List<Curve> curves) {
        observe(new Curves(id, title, x, y, curves));
    }

    /** Takes one observation into the record and shows it. */
    public void observe(Observation observation) {
        synchronized (observations) {
            if (!ids.add(observation.id())) throw new IllegalArgumentException("observed twice: " + observation.id());
            observations.add(observation);
            listener.observed(observation);
        }
    }

    /** Starts a series; it becomes an observation when the run ends. */
    public SeriesRecorder series(String id, String title, Unit unit, List<String> lines) {
        synchronized (observations) {
            var recorder = new SeriesRecorder(id, title, unit, lines, this::elapsedMs, this::sampled);
            if (series.putIfAbsent(id, recorder) != null) throw new IllegalArgumentException("series twice: " + id);
            return recorder;
        }
    }

    private void sampled(String id, Map<String, Double> values) {
        synchronized (observations) {
            listener.sampled(id, values);
        }
    }

    /** Everything observed so far, series included. */
    List<Observation> observations() {
        List<Observation> all;
        List<SeriesRecorder> recorders;
        synchronized (observations) {
            all = new ArrayList<>(observations);
            recorders = List.copyOf(series.values());
        }
        // Outside the lock: a recorder takes its own lock first, then this one.
        for (SeriesRecorder recorder : recorders) all.add(recorder.finish());
        return all;
    }

    /**
     * Closes what was lent, the last first. Safe to call twice; the second caller waits for the first. From another thread it
     * ends the run: whatever waits on what was lent fails.
     */
    @Override
    public void close() {
        lent.close();
    }
}
