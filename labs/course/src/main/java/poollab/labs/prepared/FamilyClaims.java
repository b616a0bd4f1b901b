package poollab.labs.prepared;

import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Verdict;
import poollab.bench.Words;

/** What the families of lab 09 must show: which error belongs to which world. */
final class FamilyClaims {
    private static final String TRACKED = World.TRACKED + "-names.";
    private static final String UNTRACKED = World.UNTRACKED + "-names.";
    private static final Predicate<Settings> FAMILIES = s -> s.get(Prepared.PART).includes(Part.FAMILIES);

    static final List<Claim> ALL = List.of(
            Claim.when(FAMILIES, "taken-is-untracked", s -> "42P05, already exists: only at 0", e -> only(e, UNTRACKED, TRACKED, "42P05")),
            Claim.when(
                    FAMILIES,
                    "fatal-is-tracked",
                    s -> "FATAL 08P01, the pooler's own words: only where it follows names",
                    e -> {
                        long tracked = e.count(TRACKED + "08P01");
                        long fatal = e.count(TRACKED + "fatal");
                        long untracked = e.count(UNTRACKED + "fatal");
                        return Verdict.of(tracked > 0 && tracked == fatal && untracked == 0, tracked + " against " + untracked);
                    }),
            Claim.when(
                    FAMILIES,
                    "another-ones-answer",
                    s -> "at 0 a client can get the answer to another client's statement, without an error",
                    e -> only(e, UNTRACKED, TRACKED, "wrong")),
            Claim.when(
                    FAMILIES,
                    "tracking-serves-more",
                    s -> "following names mends more than it breaks",
                    e -> {
                        long tracked = e.count(TRACKED + "right");
                        long untracked = e.count(UNTRACKED + "right");
                        return Verdict.of(tracked > untracked, tracked + " against " + untracked + " of " + Family.values().length);
                    }),
            Claim.when(
                    FAMILIES,
                    "unnamed-is-safe",
                    s -> "an unnamed statement in one trip works in both",
                    e -> both(e, Family.UNNAMED, 1)),
            Claim.when(
                    FAMILIES,
                    "sql-prepare-is-not-followed",
                    s -> "PREPARE and EXECUTE as SQL fail in both",
                    e -> both(e, Family.SQL_PREPARE, 0)),
            Claim.when(
                    FAMILIES,
                    "sweeps-are-noticed",
                    s -> "another client's DEALLOCATE ALL or DISCARD ALL harms only at 0",
                    e -> {
                        long tracked = e.count(TRACKED + "deallocate-all") + e.count(TRACKED + "discard-all");
                        long untracked = e.count(UNTRACKED + "deallocate-all") + e.count(UNTRACKED + "discard-all");
                        return Verdict.of(tracked == 2 && untracked == 0, tracked + " and " + untracked + " of 2 went on");
                    }),
            Claim.when(
                    FAMILIES,
                    "deallocate-by-name-misses",
                    s -> "DEALLOCATE of the driver's name as SQL fails where names are followed, for the server has another",
                    e -> {
                        long tracked = e.count(TRACKED + "pdo");
                        long untracked = e.count(UNTRACKED + "pdo");
                        return Verdict.of(tracked == 0 && untracked == 1, "right: " + tracked + " and " + untracked);
                    }));

    private FamilyClaims() {}

    private static Verdict only(Evidence e, String here, String elsewhere, String what) {
        long yes = e.count(here + what);
        long no = e.count(elsewhere + what);
        return Verdict.of(yes > 0 && no == 0, yes + " against " + no);
    }

    private static Verdict both(Evidence e, Family family, long expected) {
        String name = Words.of(family);
        long tracked = e.count(TRACKED + name);
        long untracked = e.count(UNTRACKED + name);
        return Verdict.of(tracked == expected && untracked == expected, "right: " + tracked + " and " + untracked);
    }
}
