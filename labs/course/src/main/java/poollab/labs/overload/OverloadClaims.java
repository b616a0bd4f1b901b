package poollab.labs.overload;

import static poollab.labs.overload.Overload.BEGINNING;
import static poollab.labs.overload.Overload.CLIENT_POOL;
import static poollab.labs.overload.Overload.CLIENTS;
import static poollab.labs.overload.Overload.MAX_CONNECTIONS;
import static poollab.labs.overload.Overload.POOL;
import static poollab.labs.overload.Overload.QUERY;
import static poollab.labs.overload.Overload.SMALL;

import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;
import poollab.labs.PoolKind;

/** What a run of lab 03 must show, whatever its settings. */
final class OverloadClaims {
    private static final String REPAIRED = Overload.load(SMALL);

    /** More connections are wanted, all at the same time, than the server has. */
    private static final Predicate<Settings> CROWDED =
            s -> Overload.overloads(s) && s.get(BEGINNING) == Beginning.RUSH;

    private static final Predicate<Settings> REFUSING = CROWDED.and(s -> s.get(POOL) == PoolKind.KEYED);

    static final List<Claim> ALL = List.of(
            Claim.when(
                    REFUSING,
                    "some-are-refused",
                    s -> s.get(CLIENTS) + " clients on a pool of " + s.get(CLIENT_POOL) + ": some get an error",
                    e -> Verdict.of(
                            refused(e) > 0,
                            e.count(large(e) + ".rush-refused") + " refused in the rush, " + e.count(large(e) + ".errors")
                                    + " errors in the load")),
            Claim.when(
                    REFUSING,
                    "refused-with-53300",
                    s -> "each of these errors is SQLSTATE 53300",
                    e -> Verdict.of(
                            refused53300(e) == refused(e), refused53300(e) + " of " + refused(e) + " errors are 53300")),
            Claim.when(
                    CROWDED.and(s -> s.get(POOL) == PoolKind.HIKARI),
                    "refused-unseen",
                    s -> "the server refuses logins, and no request fails: HikariCP lets it wait",
                    e -> Verdict.of(
                            e.count(large(e) + ".refused") > 0 && refused(e) == 0,
                            e.count(large(e) + ".refused") + " logins refused, " + refused(e) + " requests failed")),
            Claim.when(
                    s -> true,
                    "server-keeps-its-limit",
                    s -> "never more than " + s.get(MAX_CONNECTIONS) + " backends",
                    e -> Verdict.of(
                            e.count(large(e) + ".backends-peak") <= e.get(MAX_CONNECTIONS),
                            e.count(large(e) + ".backends-peak") + " at the most")),
            Claim.when(
                    s -> true,
                    "small-has-no-errors",
                    s -> "a pool of " + SMALL + ": no error",
                    OverloadClaims::noErrors),
            Claim.when(
                    s -> true,
                    "small-needs-few-backends",
                    s -> "a pool of " + SMALL + ": at most " + SMALL + " backends",
                    e -> Verdict.of(
                            e.count(REPAIRED + ".backends-peak") <= SMALL,
                            e.count(REPAIRED + ".backends-peak") + " at the most")),
            Claim.when(
                    REFUSING.and(s -> s.get(QUERY) == Query.SALE),
                    "small-does-more",
                    s -> "a pool of " + SMALL + " serves more requests per second than one of " + s.get(CLIENT_POOL),
                    e -> Verdict.of(
                            e.figure(REPAIRED + ".throughput") > e.figure(large(e) + ".throughput"),
                            against(e, "throughput", Unit.PER_SECOND))),
            Claim.when(
                    REFUSING,
                    "small-has-the-shorter-tail",
                    s -> "a pool of " + SMALL + " has a lower p99 than one of " + s.get(CLIENT_POOL),
                    e -> Verdict.of(
                            e.figure(REPAIRED + ".p99") < e.figure(large(e) + ".p99"),
                            against(e, "p99", Unit.MILLISECONDS))));

    private OverloadClaims() {}

    /** In the rush, where there was one, in the warm-up and in the load. */
    private static Verdict noErrors(Evidence e) {
        long rush = e.has(REPAIRED + ".rush-refused") ? e.count(REPAIRED + ".rush-refused") : 0;
        long errors = rush + e.count(REPAIRED + ".warm-up-errors") + e.count(REPAIRED + ".errors");
        return Verdict.of(errors == 0, errors + " errors");
    }

    private static String large(Evidence e) {
        return Overload.load(e.get(CLIENT_POOL));
    }

    private static long refused(Evidence e) {
        return e.count(large(e) + ".rush-refused") + e.count(large(e) + ".errors");
    }

    private static long refused53300(Evidence e) {
        return e.count(large(e) + ".rush-53300") + e.count(large(e) + ".errors-53300");
    }

    private static String against(Evidence e, String figure, Unit unit) {
        return unit.format(e.figure(REPAIRED + "." + figure)) + " against " + unit.format(e.figure(large(e) + "." + figure));
    }
}
