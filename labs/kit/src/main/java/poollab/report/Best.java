package poollab.report;

import java.util.Comparator;
import poollab.bench.Observation.Curve;
import poollab.bench.Observation.Curves;
import poollab.bench.Observation.Dot;
import poollab.bench.Unit;

/** What a curve says in a few words: its best dot. */
final class Best {
    private Best() {}

    /** {@code highest 1,600/s at 10}, or the lowest where less is better; empty without dots. */
    static String of(Curves all, Curve curve) {
        Unit unit = all.y().unit();
        boolean less = unit == Unit.MILLISECONDS || unit == Unit.MICROSECONDS;
        Comparator<Dot> byHeight = Comparator.comparingDouble(Dot::y);
        return curve.dots().stream()
                .max(less ? byHeight.reversed() : byHeight)
                .map(dot -> (less ? "lowest " : "highest ") + unit.format(dot.y()) + " at " + all.x().unit().format(dot.x()))
                .orElse("");
    }
}
