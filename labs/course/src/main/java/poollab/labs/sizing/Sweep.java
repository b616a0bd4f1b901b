package poollab.labs.sizing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Unit;
import poollab.load.LoadResult;

/** What came of each size. */
final class Sweep {
    private static final List<Column> SIZES = List.of(
            new Column("pool", Unit.TEXT),
            new Column("per second", Unit.COUNT),
            new Column("p50 ms", Unit.COUNT),
            new Column("p99 ms", Unit.COUNT),
            new Column("wait ms", Unit.COUNT),
            new Column("use ms", Unit.COUNT));

    private final Bench bench;
    private final Map<Integer, Point> points = new TreeMap<>();

    /** @param waits how often an active backend was seen waiting for something */
    record Point(int size, LoadResult result, Map<String, Long> waits) {}

    Sweep(Bench bench) {
        this.bench = bench;
    }

    void add(int size, LoadResult result, Map<String, Long> waits) {
        points.put(size, new Point(size, result, waits));
    }

    /** The size with the highest throughput. */
    Point best() {
        return points.values().stream()
                .max(Comparator.comparingDouble(point -> point.result().throughput()))
                .orElseThrow();
    }

    List<Point> points() {
        return List.copyOf(points.values());
    }

    void record() {
        bench.table("sweep", "Throughput by pool size", SIZES, points().stream().map(Sweep::row).toList(), "per second");
        waits();
        bench.figure("best.size", "the best size", best().size(), Unit.COUNT);
        bench.figure("best.throughput", "its sales per second", best().result().throughput(), Unit.PER_SECOND);
        bench.figure("best.p99", "its p99", best().result().latency().percentileMs(99), Unit.MILLISECONDS);
    }

    private static List<Object> row(Point point) {
        LoadResult result = point.result();
        return List.of(
                "" + point.size(), result.throughput(), result.latency().percentileMs(50),
                result.latency().percentileMs(99), result.waiting().meanMs(), result.using().meanMs());
    }

    /** A row for each size, a column for each kind of wait: shares of what active backends were seen doing. */
    private void waits() {
        List<Column> columns = new ArrayList<>(List.of(new Column("pool", Unit.TEXT)));
        for (Wait wait : Wait.values()) columns.add(new Column(wait.toString(), Unit.PERCENT));
        List<List<Object>> rows = new ArrayList<>();
        for (Point point : points()) {
            List<Object> row = new ArrayList<>(List.of("" + point.size()));
            for (Wait wait : Wait.values()) row.add(100 * wait.share(point.waits()));
            rows.add(row);
        }
        bench.table("waits", "What active backends were doing", columns, rows, null);
        for (Point point : points())
            bench.figureOf(
                    Sizing.load(point.size()), "waiting-for-locks", "active backends that waited for a lock",
                    100 * Wait.LOCK.share(point.waits()), Unit.PERCENT);
    }
}
