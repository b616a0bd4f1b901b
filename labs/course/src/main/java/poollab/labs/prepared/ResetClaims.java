package poollab.labs.prepared;

import static poollab.labs.prepared.Resets.NO_RESET;
import static poollab.labs.prepared.Resets.RESET;

import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;

/** What the resets of lab 09 must show. */
final class ResetClaims {
    private static final Predicate<Settings> RESETS = s -> s.get(Prepared.PART).includes(Part.RESET);
    /** A wide margin: so many times as often. */
    private static final int TIMES = 5;

    static final List<Claim> ALL = List.of(
            Claim.when(
                    RESETS,
                    "a-discard-per-request",
                    s -> "with the reset: a DISCARD ALL for each request, without it none",
                    e -> {
                        long discards = e.count(RESET + ".discards");
                        long none = e.count(NO_RESET + ".discards");
                        return Verdict.of(discards >= e.count(RESET + ".successes") && none == 0, discards + " and " + none);
                    }),
            Claim.when(
                    RESETS,
                    "a-reset-forgets-statements",
                    s -> "with the reset: statements are prepared again and again on the server",
                    e -> {
                        long with = e.count(RESET + ".server-parses");
                        long without = e.count(NO_RESET + ".server-parses");
                        return Verdict.of(with > TIMES * without, with + " against " + without);
                    }),
            Claim.when(
                    RESETS,
                    "no-reset-does-more",
                    s -> "without the reset: more requests per second",
                    e -> {
                        double with = e.figure(RESET + ".throughput");
                        double without = e.figure(NO_RESET + ".throughput");
                        return Verdict.of(without > with, Unit.PER_SECOND.format(Math.rint(without)) + " against "
                                + Unit.PER_SECOND.format(Math.rint(with)));
                    }));

    private ResetClaims() {}
}
