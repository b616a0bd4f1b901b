package poollab.report;

import java.util.List;
import java.util.Locale;
import poollab.bench.Observation.Point;
import poollab.bench.Observation.Series;
import poollab.bench.Unit;

/** Figures over time as steps: each holds until the next point. */
final class StepChart {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 280;
    private static final int LEFT = 52;
    private static final int RIGHT = 16;
    private static final int TOP = 62;
    private static final int BOTTOM = 36;
    private static final int STYLES = 3;
    private static final int TIMES = 4;

    private StepChart() {}

    static String of(Series series) {
        double end = series.points().isEmpty() ? 1 : Math.max(1, series.points().getLast().atMs());
        double most = series.points().stream().flatMap(p -> p.values().stream()).mapToDouble(v -> v).max().orElse(1);
        double top = Svg.niceCeiling(most);
        Svg svg = new Svg(WIDTH, HEIGHT, series.title(), describe(series));
        svg.text(12, 24, "start", "t", series.title());
        frame(svg, top, end, series.unit());
        for (int i = 0; i < series.lines().size(); i++) {
            svg.text(LEFT + i * 110 + 22, 46, "start", "s", series.lines().get(i));
            svg.path(String.format(Locale.ROOT, "M%d 42h18", LEFT + i * 110), "l c" + i % STYLES);
            svg.path(steps(series.points(), i, top, end), "l c" + i % STYLES);
        }
        return svg.toString();
    }

    private static void frame(Svg svg, double top, double end, Unit unit) {
        int lines = lines(top);
        for (int i = 0; i <= lines; i++) {
            double y = y(top * i / lines, top);
            svg.line(LEFT, y, WIDTH - RIGHT, y, "g");
            svg.text(LEFT - 6, y + 4, "end", "s", unit.format(top * i / lines));
        }
        for (int i = 0; i <= TIMES; i++)
            svg.text(x(end * i / TIMES, end), HEIGHT - 14, i == TIMES ? "end" : "middle", "s", time(end * i / TIMES, end));
    }

    /** So many that whole numbers stay whole: 1, 2 and 5 in as many steps, 10 in five, 20 in four. */
    private static int lines(double top) {
        if (top <= 5) return (int) Math.max(1, top);
        return String.valueOf((long) top).startsWith("2") ? 4 : 5;
    }

    private static String time(double ms, double end) {
        return end < 2_000 ? String.format(Locale.ROOT, "%.0f ms", ms) : String.format(Locale.ROOT, "%.1f s", ms / 1_000);
    }

    private static String steps(List<Point> points, int line, double top, double end) {
        StringBuilder d = new StringBuilder();
        for (Point point : points) {
            double x = x(point.atMs(), end);
            double y = y(point.values().get(line), top);
            d.append(String.format(Locale.ROOT, d.isEmpty() ? "M%.1f %.1f" : "H%.1fV%.1f", x, y));
        }
        return d.toString();
    }

    private static double x(double ms, double end) {
        return LEFT + ms / end * (WIDTH - LEFT - RIGHT);
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
    }

    private static String describe(Series series) {
        StringBuilder text = new StringBuilder("Over time, ");
        for (int i = 0; i < series.lines().size(); i++) {
            int line = i;
            double most = series.points().stream().mapToDouble(p -> p.values().get(line)).max().orElse(0);
            text.append(i == 0 ? "" : "; ").append(series.lines().get(i)).append(": at most ")
                    .append(series.unit().format(most));
        }
        return text.append('.').toString();
    }
}
