package poollab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import poollab.bench.Observation.Point;
import poollab.bench.Observation.Series;
import poollab.bench.Unit;

/** Figures over time as a panel of text: a line for each, with its name, its course, its latest and its highest value. */
public final class Dashboard {
    /** The id of the series that a run shows so. */
    public static final String SERIES = "dashboard";

    private static final String BARS = "▁▂▃▄▅▆▇█";
    private static final int NUMBER = 8;
    private static final int NARROWEST = 10;

    private final List<Double> times = new ArrayList<>();
    private final Map<String, List<Double>> values = new LinkedHashMap<>();

    /** A panel of a whole series. */
    public static List<String> lines(Series series, int width) {
        Dashboard dashboard = new Dashboard();
        dashboard.show(series);
        return dashboard.lines(width);
    }

    /** Takes a whole series in the place of what there was. */
    void show(Series series) {
        times.clear();
        values.clear();
        for (Point point : series.points()) {
            Map<String, Double> named = new LinkedHashMap<>();
            for (int i = 0; i < series.lines().size(); i++) named.put(series.lines().get(i), point.values().get(i));
            add(point.atMs(), named);
        }
    }

    /** @param point the same names each time; they hold until the next point */
    void add(double atMs, Map<String, Double> point) {
        times.add(atMs);
        point.forEach((name, value) -> values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value));
    }

    boolean isEmpty() {
        return times.isEmpty();
    }

    /** @param width columns of the screen */
    public List<String> lines(int width) {
        int label = values.keySet().stream().mapToInt(String::length).max().orElse(0);
        int columns = Math.max(NARROWEST, width - label - 2 - 2 * NUMBER);
        List<String> lines = new ArrayList<>();
        values.forEach((name, course) -> {
            double most = course.stream().mapToDouble(v -> v).max().orElse(0);
            String numbers = right(course.getLast()) + right(most);
            lines.add(name + " ".repeat(label - name.length() + 2) + spark(course, most, columns) + numbers);
        });
        return lines;
    }

    private static String right(double value) {
        return " ".repeat(2) + " ".repeat(Math.max(0, NUMBER - 2 - text(value).length())) + text(value);
    }

    private static String text(double value) {
        return Unit.COUNT.format(value);
    }

    /** Each column shows the highest value within its stretch of time; a blank is zero. */
    private String spark(List<Double> course, double most, int columns) {
        double[] highest = new double[columns];
        double from = times.getFirst();
        double each = Math.max(1, times.getLast() - from) / columns;
        for (int i = 0; i < course.size(); i++) {
            double until = i + 1 < course.size() ? times.get(i + 1) - from - each / 1_000 : times.getLast() - from;
            int last = column(until, each, columns);
            for (int c = column(times.get(i) - from, each, columns); c <= last; c++)
                highest[c] = Math.max(highest[c], course.get(i));
        }
        StringBuilder line = new StringBuilder();
        for (double value : highest) line.append(value <= 0 ? ' ' : bar(value / most));
        return line.toString();
    }

    private static int column(double passed, double each, int columns) {
        return (int) Math.min(columns - 1, passed / each);
    }

    private static char bar(double share) {
        return BARS.charAt((int) Math.min(BARS.length() - 1, share * BARS.length()));
    }
}
