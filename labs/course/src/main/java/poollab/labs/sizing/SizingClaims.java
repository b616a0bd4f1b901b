package poollab.labs.sizing;

import static poollab.labs.sizing.Sizing.CLIENTS;
import static poollab.labs.sizing.Sizing.LARGEST;

import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;

/** What a run of lab 05 must show, whatever its settings. */
final class SizingClaims {
    /** More clients than the largest pool has connections, and a largest pool far beyond what two dozen cores can use. */
    private static final Predicate<Settings> CROWDED = s -> s.get(LARGEST) >= 100 && s.get(CLIENTS) >= s.get(LARGEST);

    private static final double TOLERANCE = 0.1;

    static final List<Claim> ALL = List.of(
            Claim.when(
                    CROWDED,
                    "inner-optimum",
                    s -> "the best size is neither 1 nor " + s.get(LARGEST),
                    e -> Verdict.of(
                            e.count("best.size") > 1 && e.count("best.size") < e.get(LARGEST),
                            "best: " + e.count("best.size"))),
            Claim.when(
                    CROWDED,
                    "largest-does-less",
                    s -> "a pool of " + s.get(LARGEST) + " does less than the best",
                    e -> Verdict.of(
                            e.figure(largest(e) + ".throughput") < e.figure("best.throughput"),
                            against(e, "throughput", Unit.PER_SECOND))),
            Claim.when(
                    CROWDED,
                    "largest-has-the-longer-tail",
                    s -> "a pool of " + s.get(LARGEST) + " has a higher p99 than the best",
                    e -> Verdict.of(
                            e.figure(largest(e) + ".p99") > e.figure("best.p99"), against(e, "p99", Unit.MILLISECONDS))),
            Claim.when(
                    s -> true,
                    "littles-law",
                    s -> "at half the rate, throughput × service time is within 10 % of the connections seen in use",
                    e -> Verdict.of(
                            Math.abs(e.figure("half.predicted") - e.figure("half.in-use"))
                                    <= TOLERANCE * e.figure("half.in-use"),
                            "predicted " + Unit.COUNT.format(e.figure("half.predicted")) + ", seen "
                                    + Unit.COUNT.format(e.figure("half.in-use")))));

    private SizingClaims() {}

    private static String largest(Evidence e) {
        return Sizing.load(e.get(LARGEST));
    }

    private static String against(Evidence e, String figure, Unit unit) {
        return unit.format(e.figure(largest(e) + "." + figure)) + " against " + unit.format(e.figure("best." + figure));
    }
}
