package poollab.labs.prepared;

import static poollab.labs.prepared.Traffic.TRACKED;
import static poollab.labs.prepared.Traffic.UNTRACKED;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;

/** What the loads of lab 09 must show. */
final class LoadClaims {
    private static final Predicate<Settings> LOAD = s -> s.get(Prepared.PART).includes(Part.LOAD);
    private static final Predicate<Settings> NAMED = LOAD.and(s -> s.get(Prepared.DRIVER) == Driver.AUTO_PREPARE);
    /** The queries, COMMIT and ROLLBACK. */
    private static final int TEXTS = Lookups.ALL.size() + 2;
    /** So much of the throughput is lost at least. */
    private static final double LESS = 0.9;

    static final List<Claim> ALL = List.of(
            Claim.when(
                    LOAD,
                    "tracked-has-no-errors",
                    s -> "max_prepared_statements = " + s.get(Prepared.MAX_PREPARED) + ": no error",
                    e -> Verdict.of(errors(e, TRACKED) == 0, errors(e, TRACKED) + " errors")),
            Claim.when(
                    LOAD,
                    "prepared-once-for-all",
                    s -> "the server prepares each text once per connection, however many clients ask for it",
                    e -> {
                        long server = e.count(TRACKED + ".server-parses");
                        long clients = e.count(TRACKED + ".client-parses");
                        long most = (long) TEXTS * e.get(Prepared.POOL_SIZE);
                        return Verdict.of(
                                server <= most && clients > server, clients + " by clients, " + server + " on the server");
                    }),
            Claim.when(
                    NAMED,
                    "untracked-misses-names",
                    s -> "0: 26000, a statement that is not there",
                    e -> some(e.count(UNTRACKED + ".26000"))),
            Claim.when(
                    NAMED,
                    "untracked-clashes",
                    s -> "0: 42P05, a name that is taken",
                    e -> some(e.count(UNTRACKED + ".42P05"))),
            Claim.when(
                    NAMED,
                    "untracked-does-less",
                    s -> "0: fewer successes per second",
                    e -> {
                        double tracked = e.figure(TRACKED + ".throughput");
                        double untracked = e.figure(UNTRACKED + ".throughput");
                        return Verdict.of(untracked < LESS * tracked, Unit.PER_SECOND.format(Math.rint(untracked)) + " against "
                                + Unit.PER_SECOND.format(Math.rint(tracked)));
                    }),
            Claim.when(
                    NAMED,
                    "untracked-reconnects",
                    s -> "0: the client pool must throw connections away and open others",
                    e -> Verdict.of(
                            e.count(UNTRACKED + ".reopened") > 0 && e.count(TRACKED + ".reopened") == 0,
                            e.count(UNTRACKED + ".reopened") + " against " + e.count(TRACKED + ".reopened"))),
            Claim.when(
                    LOAD.and(s -> !avoiding(s).isEmpty()),
                    "settings-avoid-it",
                    s -> "0 with " + avoiding(s).stream().map(Object::toString).collect(Collectors.joining(" or ")) + ": no error",
                    e -> {
                        long errors = avoiding(e.settings()).stream().mapToLong(way -> errors(e, load(e.settings(), way))).sum();
                        return Verdict.of(errors == 0, errors + " errors");
                    }),
            Claim.when(
                    LOAD.and(s -> ways(s).contains(Driver.NO_CACHE)),
                    "no-cache-is-not-enough",
                    s -> "0 with no-cache: errors all the same, for COMMIT gets a name",
                    e -> some(errors(e, load(e.settings(), Driver.NO_CACHE)))));

    private LoadClaims() {}

    private static List<Driver> ways(Settings settings) {
        return NAMED.test(settings) ? Driver.ways() : List.of(settings.get(Prepared.DRIVER));
    }

    private static List<Driver> avoiding(Settings settings) {
        return ways(settings).stream().filter(Driver::avoidsNames).toList();
    }

    /** Where the learner chose the setting, it is that of the untracked load. */
    private static String load(Settings settings, Driver way) {
        return NAMED.test(settings) ? way.toString() : UNTRACKED;
    }

    private static long errors(Evidence e, String load) {
        return e.count(load + ".errors") + e.count(load + ".warm-up-errors");
    }

    private static Verdict some(long count) {
        return Verdict.of(count > 0, Unit.COUNT.format(count));
    }
}
