package poollab.labs.sessionstate;

import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;

/** What the report of lab 08 must show. */
final class ReportClaims {
    private static final Predicate<Settings> REPORT = s -> s.get(SessionState.PART).includes(Part.REPORT);
    private static final Predicate<Settings> SHARED = REPORT.and(s -> s.get(SessionState.MODE) != Mode.SESSION);
    private static final Predicate<Settings> LEAKS =
            SHARED.and(s -> s.get(SessionState.REMEDY).setsTheTimeout() && s.get(SessionState.REMEDY) != Remedy.RESET_ALWAYS);
    private static final Predicate<Settings> REFUSED =
            REPORT.and(s -> s.get(SessionState.REMEDY) == Remedy.SET_LOCAL && s.get(SessionState.MODE) == Mode.STATEMENT);
    private static final Predicate<Settings> RESET = SHARED.and(s -> s.get(SessionState.REMEDY) == Remedy.RESET_ALWAYS);

    static final List<Claim> ALL = List.of(
            Claim.when(REPORT.and(REFUSED.negate()), "same-backend", s -> "B gets the backend that A had",
                    e -> is(e, "report.same-backend", 1)),
            Claim.when(LEAKS, "b-finds-the-setting", s -> s.get(SessionState.MODE) + " mode, " + s.get(SessionState.REMEDY)
                            + ": B finds A's statement_timeout", e -> is(e, "report.sees", 1)),
            Claim.when(LEAKS, "the-report-is-canceled", s -> "B's report ends with 57014",
                    e -> is(e, "report.canceled", 1)),
            Claim.when(REPORT.and(LEAKS.negate()), "b-is-untouched", s -> s.get(SessionState.MODE) + " mode, "
                            + s.get(SessionState.REMEDY) + ": B has its own value, and its report finishes",
                    e -> {
                        long sees = e.count("report.sees");
                        long finished = e.count("report.finished");
                        return Verdict.of(sees == 0 && finished == 1, "finds it: " + sees + ", finished: " + finished);
                    }),
            Claim.when(REPORT, "only-statement-mode-refuses", s -> REFUSED.test(s)
                            ? "statement mode: A is refused its transaction" : "A is not refused",
                    e -> is(e, "report.refused", REFUSED.test(e.settings()) ? 1 : 0)),
            Claim.when(RESET, "a-reset-per-request", s -> "reset-always: a DISCARD ALL for each request, without it none",
                    e -> {
                        long with = e.count("reset.discards");
                        long without = e.count("no-reset.discards");
                        return Verdict.of(with >= e.count("reset.requests") && without == 0, with + " and " + without);
                    }),
            Claim.when(RESET, "a-reset-costs-time", s -> "reset-always: a request takes longer",
                    e -> {
                        double ratio = e.figure("reset.against");
                        return Verdict.of(ratio > 1, Unit.RATIO.format(ratio));
                    }),
            Claim.when(RESET, "a-reset-takes-from-its-owner",
                    s -> "reset-always: A's own setting, table, lock, statement and cursor are gone at its next request",
                    e -> is(e, "reset.lost", 5)));

    private ReportClaims() {}

    static Verdict is(Evidence e, String figure, long wanted) {
        long value = e.count(figure);
        return Verdict.of(value == wanted, "" + value);
    }
}
