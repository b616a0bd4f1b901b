package poollab.report;

import java.util.List;
import java.util.Locale;
import poollab.bench.Observation.Axis;
import poollab.bench.Observation.Curve;
import poollab.bench.Observation.Curves;
import poollab.bench.Observation.Dot;

/** Curves as a drawing: what was measured as a line with dots, what a model drew as dashes that say so. */
final class CurveChart {
    private static final int WIDTH = 640;
    private static final int PLOT = 260;
    private static final int LEFT = 64;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int LEGEND = 18;
    private static final int STYLES = 6;

    private CurveChart() {}

    static String of(Curves curves) {
        List<Dot> dots = curves.curves().stream().flatMap(curve -> curve.dots().stream()).toList();
        Scale x = Scale.of(dots.stream().map(Dot::x).toList());
        Scale y = Scale.of(dots.stream().map(Dot::y).toList());
        int height = TOP + PLOT + 52 + LEGEND * curves.curves().size();
        Svg svg = new Svg(WIDTH, height, curves.title(), describe(curves));
        svg.text(12, 24, "start", "t", curves.title());
        for (double mark : y.marks()) {
            svg.line(LEFT, y(y, mark), WIDTH - RIGHT, y(y, mark), "g");
            svg.text(LEFT - 6, y(y, mark) + 4, "end", "s", curves.y().unit().format(mark));
        }
        for (double mark : x.marks()) svg.text(x(x, mark), TOP + PLOT + 16, "middle", "s", curves.x().unit().format(mark));
        svg.text(LEFT, TOP + PLOT + 34, "start", "s", name(curves.x(), x) + "; upwards: " + name(curves.y(), y));
        for (int i = 0; i < curves.curves().size(); i++) draw(svg, curves.curves().get(i), i, x, y);
        return svg.toString();
    }

    private static String name(Axis axis, Scale scale) {
        String unit = axis.unit().symbol().isEmpty() ? "" : " (" + axis.unit().symbol() + ")";
        return axis.name() + unit + (scale.logarithmic() ? ", in equal ratios" : "");
    }

    private static void draw(Svg svg, Curve curve, int number, Scale x, Scale y) {
        String line = "l k" + number % STYLES + (curve.simulated() ? " d" : "");
        double legend = TOP + PLOT + 52 + LEGEND * number;
        svg.path(String.format(Locale.ROOT, "M%d %.1fh26", LEFT, legend), line);
        svg.text(LEFT + 34, legend + 4, "start", "s", curve.label());
        StringBuilder d = new StringBuilder();
        for (Dot dot : curve.dots())
            d.append(String.format(Locale.ROOT, "%s%.1f %.1f", d.isEmpty() ? "M" : "L", x(x, dot.x()), y(y, dot.y())));
        if (!d.isEmpty()) svg.path(d.toString(), line);
        for (Dot dot : curve.dots()) svg.dot(x(x, dot.x()), y(y, dot.y()), "m" + number % STYLES);
    }

    private static double x(Scale scale, double value) {
        return LEFT + scale.at(value) * (WIDTH - LEFT - RIGHT);
    }

    private static double y(Scale scale, double value) {
        return TOP + PLOT - scale.at(value) * PLOT;
    }

    private static String describe(Curves curves) {
        StringBuilder text = new StringBuilder(curves.y().name()).append(" by ").append(curves.x().name()).append(". ");
        for (Curve curve : curves.curves()) {
            if (curve.dots().isEmpty()) continue;
            Dot end = curve.dots().getLast();
            text.append(curve.label()).append(": ").append(Best.of(curves, curve)).append(", at the end ")
                    .append(curves.y().unit().format(end.y())).append(". ");
        }
        return text.toString().strip();
    }
}
