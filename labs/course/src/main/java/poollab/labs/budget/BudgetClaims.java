package poollab.labs.budget;

import static poollab.labs.budget.BudgetLab.FEW;
import static poollab.labs.budget.BudgetLab.INSTANCES;
import static poollab.labs.budget.BudgetLab.POOL_SIZE;
import static poollab.labs.budget.BudgetLab.SURGE;
import static poollab.labs.budget.BudgetLab.THROUGH;

import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Verdict;

/** What a run of lab 06 must show, whatever its settings. */
final class BudgetClaims {
    private static final Predicate<Settings> DIRECT = s -> s.get(THROUGH) == Through.SERVER;
    private static final Predicate<Settings> POOLED = DIRECT.negate();
    private static final Predicate<Settings> FEW_FIT = DIRECT.and(s -> BudgetLab.budget(s, FEW, 0).fits());
    private static final Predicate<Settings> FITS = DIRECT.and(s -> BudgetLab.worst(s).fits());
    /** More than the server has, not only more than somebody wanted to keep free. */
    private static final Predicate<Settings> TOO_MANY =
            DIRECT.and(s -> BudgetLab.worst(s).worst() > BudgetLab.limit(s));

    static final List<Claim> ALL = List.of(
            Claim.when(
                    DIRECT,
                    "one-is-perfect",
                    s -> "one instance: " + s.get(POOL_SIZE) + " backends, no error",
                    e -> Verdict.of(peak(e, "one") == e.get(POOL_SIZE) && allErrors(e, "one") == 0, seen(e, "one"))),
            Claim.when(
                    FEW_FIT,
                    "a-normal-day",
                    s -> FEW + " instances: as many backends as the budget says, " + BudgetLab.budget(s, FEW, 0).worst()
                            + ", and no error",
                    e -> Verdict.of(
                            peak(e, "few") == e.count("few.budget") && allErrors(e, "few") == 0, seen(e, "few"))),
            Claim.when(
                    FITS,
                    "the-budget-is-right",
                    s -> all(s) + " instances: as many backends as the budget says, " + BudgetLab.worst(s).worst()
                            + ", and no error",
                    e -> Verdict.of(
                            peak(e, "all") == e.count("all.budget") && allErrors(e, "all") == 0, seen(e, "all"))),
            Claim.when(
                    TOO_MANY,
                    "the-count-stops",
                    s -> all(s) + " instances: the budget says " + BudgetLab.worst(s).worst() + ", the server stops at "
                            + BudgetLab.limit(s) + " or just below",
                    e -> Verdict.of(
                            peak(e, "all") <= BudgetLab.limit(e.settings())
                                    && peak(e, "all") > BudgetLab.limit(e.settings()) - 10,
                            seen(e, "all"))),
            Claim.when(
                    TOO_MANY,
                    "the-rest-is-53300",
                    s -> "there are errors, and each is SQLSTATE 53300",
                    e -> Verdict.of(
                            errors(e, "all") > 0 && e.count("all.errors-53300") == errors(e, "all"),
                            e.count("all.errors-53300") + " of " + errors(e, "all"))),
            Claim.when(
                    POOLED,
                    "the-pooler-keeps-its-size",
                    s -> "behind the pooler: " + s.get(POOL_SIZE) + " backends for " + FEW + " instances and for " + all(s),
                    e -> Verdict.of(
                            peak(e, "few") == e.get(POOL_SIZE) && peak(e, "all") == e.get(POOL_SIZE),
                            peak(e, "few") + " and " + peak(e, "all"))),
            Claim.when(
                    POOLED,
                    "nobody-is-refused",
                    s -> "behind the pooler: no error",
                    e -> Verdict.of(
                            errors(e, "few") + allErrors(e, "all") == 0,
                            errors(e, "few") + " and " + errors(e, "all") + " errors")));

    private BudgetClaims() {}

    private static int all(Settings s) {
        return s.get(INSTANCES) + s.get(SURGE);
    }

    private static long peak(Evidence e, String load) {
        return e.count(load + ".backends-peak");
    }

    /** Of the measured time, by SQLSTATE. */
    private static long errors(Evidence e, String load) {
        return e.count(load + ".errors");
    }

    /** Those of the warm-up, too: it is when the pools fill. */
    private static long allErrors(Evidence e, String load) {
        return errors(e, load) + e.count(load + ".warm-up-errors");
    }

    private static String seen(Evidence e, String load) {
        return peak(e, load) + " backends, " + allErrors(e, load) + " errors";
    }
}
