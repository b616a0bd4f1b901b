package poollab.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;
import poollab.bench.Observation.Point;
import poollab.bench.Observation.Series;

/** A series in the making. Points equal to the one before are left out. Thread-safe. */
public final class SeriesRecorder {
    private final String id;
    private final String title;
    private final Unit unit;
    private final List<String> lines;
    private final DoubleSupplier elapsedMs;
    private final BiConsumer<String, Map<String, Double>> live;
    private final List<Point> points = new ArrayList<>();

    SeriesRecorder(
            String id,
            String title,
            Unit unit,
            List<String> lines,
            DoubleSupplier elapsedMs,
            BiConsumer<String, Map<String, Double>> live) {
        this.id = id;
        this.title = title;
        this.unit = unit;
        this.lines = List.copyOf(lines);
        this.elapsedMs = elapsedMs;
        this.live = live;
    }

    /** @param values one for each line, in their order */
    public synchronized void add(double... values) {
        if (values.length != lines.size()) throw new IllegalArgumentException(id + " has lines " + lines);
        List<Double> boxed = new ArrayList<>();
        for (double value : values) boxed.add(value);
        if (!points.isEmpty() && points.getLast().values().equals(boxed)) return;
        points.add(new Point(elapsedMs.getAsDouble(), boxed));
        Map<String, Double> named = new LinkedHashMap<>();
        for (int i = 0; i < boxed.size(); i++) named.put(lines.get(i), boxed.get(i));
        live.accept(id, named);
    }

    synchronized double peak(String line) {
        int index = lines.indexOf(line);
        return points.stream().mapToDouble(point -> point.values().get(index)).max().orElse(0);
    }

    synchronized Series finish() {
        List<Point> all = new ArrayList<>(points);
        // A last point, so that the final level has a length.
        if (!all.isEmpty()) all.add(new Point(elapsedMs.getAsDouble(), all.getLast().values()));
        return new Series(id, title, unit, lines, all);
    }
}
