package poollab.labs.sizing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
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

    private final Bench bench;
    private final int here;
    private final List<Measured> measured;
    /** By processors, then by pool size. */
    private final Map<Integer, Map<Integer, Simulated>> simulated = new LinkedHashMap<>();

    private Elsewhere(Bench bench, int here, List<Measured> measured, SizingModel model) {
        this.bench = bench;
        this.here = here;
        this.measured = measured;
        IntStream.concat(IntStream.of(here), IntStream.of(PROCESSORS).filter(processors -> processors > here))
                .forEach(processors -> simulated.put(processors, sweep(model, processors)));
    }

    private Map<Integer, Simulated> sweep(SizingModel model, int processors) {
        Map<Integer, Simulated> bySize = new LinkedHashMap<>();
        for (Measured point : measured) bySize.put(point.pool(), model.at(point.pool(), processors));
        return bySize;
    }

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
        Elsewhere elsewhere = new Elsewhere(bench, here, measured, model);
        elsewhere.curves("throughput", "Throughput by pool size, measured and simulated", Unit.PER_SECOND,
                model.throughputError(), Measured::perSecond, Simulated::perSecond);
        elsewhere.curves("p99", "p99 by pool size, measured and simulated", Unit.MILLISECONDS,
                model.p99Error(), Measured::p99Ms, Simulated::p99Ms);
    }

    private static void deviations(Bench bench, SizingModel model) {
        bench.event(
                "model", Outcome.NOTE,
                "Simulated curves: fitted to the throughput at " + list(model.shown())
                        + ", tried at " + list(model.heldOut()) + "; ± says how far they were off there."
                        + " They know this machine's processors and its crowd, and nothing of other disks and locks.");
        bench.figure("model.throughput", "simulated throughput, off at the sizes held out, mean",
                100 * model.throughputError().mean(), Unit.PERCENT);
        bench.figure("model.throughput-worst", "  at the worst of them", 100 * model.throughputError().worst(), Unit.PERCENT);
        bench.figure("model.p99", "simulated p99, off at the sizes held out, mean", 100 * model.p99Error().mean(), Unit.PERCENT);
        bench.figure("model.p99-worst", "  at the worst of them", 100 * model.p99Error().worst(), Unit.PERCENT);
    }

    private static String list(List<Integer> sizes) {
        return String.join(", ", sizes.stream().map(String::valueOf).toList());
    }

    private void curves(
            String name, String title, Unit unit, SizingModel.Deviation error,
            ToDoubleFunction<Measured> seen, ToDoubleFunction<Simulated> drawn) {
        List<Curve> curves = new ArrayList<>();
        curves.add(new Curve("measured, " + here + " cores", false, measured.stream()
                .map(point -> new Dot(point.pool(), seen.applyAsDouble(point)))
                .toList()));
        // The name says how far the model was off, on average, where it could be tried.
        String off = " cores, ±" + Math.round(100 * error.mean()) + " %";
        simulated.forEach((processors, bySize) -> curves.add(new Curve(processors + off, true, bySize.entrySet().stream()
                .map(point -> new Dot(point.getKey(), drawn.applyAsDouble(point.getValue())))
                .toList())));
        bench.curves(name + ".curves", title, POOL, new Axis(name, unit), curves);
    }
}
