package poollab.monitoring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Series in memory, as they were scraped. Times are milliseconds from any start and do not go back. Thread-safe. */
public final class SeriesStore {
    /** How old a value may be that still counts: Prometheus' own default. */
    public static final Duration LOOKBACK = Duration.ofMinutes(5);

    /** A value, or the mark that the series has ended. */
    record Point(long at, double value, boolean ends) {}

    private record Id(String name, Labels labels) {}

    private final long lookbackMs;
    private final Map<Id, List<Point>> series = new LinkedHashMap<>();
    private final Map<String, Set<Id>> lastOf = new HashMap<>();

    public SeriesStore(Duration lookback) {
        this.lookbackMs = lookback.toMillis();
    }

    /**
     * Takes what a target told. Series that it told of before and does not any more have ended.
     *
     * @param target whom the samples came from
     */
    public synchronized void add(String target, long at, List<Sample> samples) {
        Set<Id> now = new HashSet<>();
        for (Sample sample : samples) {
            Id id = new Id(sample.name(), sample.labels());
            if (!now.add(id)) continue;
            series.computeIfAbsent(id, _ -> new ArrayList<>()).add(new Point(at, sample.value(), false));
        }
        Set<Id> before = lastOf.put(target, now);
        if (before == null) return;
        for (Id id : before) if (!now.contains(id)) series.get(id).add(new Point(at, Double.NaN, true));
    }

    /** The newest value at a time of each series that fits. */
    public synchronized List<Sample> at(long at, String name, List<LabelMatcher> matchers) {
        List<Sample> found = new ArrayList<>();
        series.forEach((id, points) -> {
            if (!fits(id, name, matchers)) return;
            Point last = null;
            for (Point point : points) if (point.at() <= at) last = point;
            boolean counts = last != null && !last.ends() && at - last.at() < lookbackMs;
            if (counts) found.add(new Sample(name, id.labels(), last.value()));
        });
        return found;
    }

    /** The values of each series that fits, later than one time and up to another. */
    synchronized Map<Labels, List<Point>> between(long after, long upTo, String name, List<LabelMatcher> matchers) {
        Map<Labels, List<Point>> found = new LinkedHashMap<>();
        series.forEach((id, points) -> {
            if (!fits(id, name, matchers)) return;
            List<Point> within = points.stream()
                    .filter(point -> point.at() > after && point.at() <= upTo && !point.ends())
                    .toList();
            if (!within.isEmpty()) found.put(id.labels(), within);
        });
        return found;
    }

    private static boolean fits(Id id, String name, List<LabelMatcher> matchers) {
        return id.name().equals(name) && matchers.stream().allMatch(matcher -> matcher.fits(id.labels()));
    }
}
