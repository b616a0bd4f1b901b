package poollab.monitoring;

import java.util.ArrayList;
import java.util.List;
import poollab.monitoring.SeriesStore.Point;

/** How much counters grew. */
final class Counter {
    /** Beyond so many intervals between samples the range is not filled to its edge. */
    private static final double FAR = 1.1;

    private Counter() {}

    static Value.Vector growth(SeriesStore store, Expression.Selector counter, long rangeMs, boolean perSecond, long at) {
        List<Sample> grown = new ArrayList<>();
        store.between(at - rangeMs, at, counter.name(), counter.matchers()).forEach((labels, points) -> {
            if (points.size() < 2) return;
            double factor = extended(points, at - rangeMs, at) / (perSecond ? rangeMs / 1e3 : 1);
            grown.add(new Sample("", labels, seen(points) * factor));
        });
        return new Value.Vector(grown);
    }

    /** A counter that fell had begun anew. */
    private static double seen(List<Point> points) {
        double seen = points.getLast().value() - points.getFirst().value();
        for (int i = 1; i < points.size(); i++)
            if (points.get(i).value() < points.get(i - 1).value()) seen += points.get(i - 1).value();
        return seen;
    }

    /**
     * By which factor what the samples show is carried on to the range's edges, as Prometheus does it: by half an interval
     * only where the edge is far, and not to before the counter would have been zero.
     */
    private static double extended(List<Point> points, long from, long to) {
        Point first = points.getFirst();
        Point last = points.getLast();
        double sampled = (last.at() - first.at()) / 1e3;
        double interval = sampled / (points.size() - 1);
        double before = (first.at() - from) / 1e3;
        double after = (to - last.at()) / 1e3;
        double seen = seen(points);
        if (before >= interval * FAR) before = interval / 2;
        if (seen > 0 && first.value() >= 0) before = Math.min(before, sampled * (first.value() / seen));
        if (after >= interval * FAR) after = interval / 2;
        return (sampled + before + after) / sampled;
    }
}
