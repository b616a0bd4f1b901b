package poollab.labs.sizing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import poollab.bench.Bench;
import poollab.bench.Machine;
import poollab.bench.Observation.Axis;
import poollab.bench.Observation.Curve;
import poollab.bench.Observation.Dot;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.sizing.ClosedNetwork.Simulated;
import poollab.sizing.RuleOfThumb;
import poollab.sizing.SizingModel;
import poollab.sizing.SizingModel.Measured;

/** The sweep as it might look with other processors: simulated, from what was measured here. */
final class Elsewhere {
    private static final int[] PROCESSORS = {8, 16, 64, 128};
    private static final int FEWEST_POINTS = 5;
    private static final Axis POOL = new Axis("pool size", Unit.COUNT);

    private Elsewhere() {}

    static void record(Bench bench, Sweep sweep, int clients) {
        int here = Machine.here().cores();
        bench.figure("rule", "the rule of thumb here: (cores × 2) + 1", RuleOfThumb.connections(here, 1), Unit.COUNT);
        if (sweep.points().size() < FEWEST_POINTS) return;
        List<Measured> measured = sweep.points().stream()
                .map(point -> new Measured(
                        point.size(), point.result().throughput(), point.result().latency().percentileMs(99)))
                .toList();
        SizingModel model = SizingModel.fit(measured, clients, here);
        deviations(bench, model);
        curves(bench, "throughput", "Throughput by pool size, measured and simulated", Unit.PER_SECOND, model,
                model.throughputError(), measured, here, Measured::perSecond, Simulated::perSecond);
        curves(bench, "p99", "p99 by pool size, measured and simulated", Unit.MILLISECONDS, model, model.p99Error(),
                measured, here, Measured::p99Ms, Simulated::p99Ms);
    }

    private static void deviations(Bench bench, SizingModel model) {
        bench.event(
                "model", Outcome.NOTE,
                "Simulated curves: fitted to the throughput at " + list(model.shown()) + ", tried at " + list(model.heldOut())
                        + "; ± says how far they were off there. They know this machine's processors and its crowd, and nothing of other disks and locks.");
        bench.figure("model.throughput", "simulated throughput, off at the sizes held out, mean",
                100 * model.throughputError().mean(), Unit.PERCENT);
        bench.figure("model.throughput-worst", "  at the worst of them", 100 * model.throughputError().worst(), Unit.PERCENT);
        bench.figure("model.p99", "simulated p99, off at the sizes held out, mean", 100 * model.p99Error().mean(), Unit.PERCENT);
        bench.figure("model.p99-worst", "  at the worst of them", 100 * model.p99Error().worst(), Unit.PERCENT);
    }

    private static String list(List<Integer> sizes) {
        return String.join(", ", sizes.stream().map(String::valueOf).toList());
    }

    private static void curves(
            Bench bench, String name, String title, Unit unit, SizingModel model, SizingModel.Deviation error,
            List<Measured> measured, int here, ToDoubleFunction<Measured> seen, ToDoubleFunction<Simulated> drawn) {
        List<Curve> curves = new ArrayList<>();
        curves.add(new Curve("measured, " + here + " cores", false, measured.stream()
                .map(point -> new Dot(point.pool(), seen.applyAsDouble(point)))
                .toList()));
        curves.add(simulated(model, error, measured, here, drawn));
        for (int processors : PROCESSORS)
            if (processors > here) curves.add(simulated(model, error, measured, processors, drawn));
        bench.curves(name + ".curves", title, POOL, new Axis(name, unit), curves);
    }

    /** Its name says how far the model was off, on average, where it could be tried. */
    private static Curve simulated(
            SizingModel model, SizingModel.Deviation error, List<Measured> measured, int processors,
            ToDoubleFunction<Simulated> drawn) {
        return new Curve(processors + " cores, ±" + Math.round(100 * error.mean()) + " %", true, measured.stream()
                .map(point -> new Dot(point.pool(), drawn.applyAsDouble(model.at(point.pool(), processors))))
                .toList());
    }
}
