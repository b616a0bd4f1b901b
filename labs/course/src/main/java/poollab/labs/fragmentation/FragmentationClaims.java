package poollab.labs.fragmentation;

import static poollab.labs.fragmentation.Fragmentation.PARALLELISM;
import static poollab.labs.fragmentation.Fragmentation.ROUNDS;
import static poollab.labs.fragmentation.Fragmentation.STRING;
import static poollab.labs.fragmentation.Fragmentation.TENANTS;

import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;
import poollab.bench.Words;

/** What a run of lab 02 must show, whatever its settings. */
final class FragmentationClaims {
    private static final String CANONICAL = Words.of(Writing.CANONICAL);
    private static final String PER_TENANT = Words.of(Writing.PER_TENANT);
    private static final String SHUFFLED = Words.of(Writing.SHUFFLED_KEYS);

    static final List<Claim> ALL = List.of(
            Claim.when(
                    written(Writing.PER_TENANT),
                    "a-pool-per-tenant",
                    s -> Words.count(s.get(TENANTS), "tenant") + ": " + Words.count(s.get(TENANTS), "pool group")
                            + " and " + Words.count(s.get(TENANTS), "pool"),
                    e -> Verdict.of(
                            e.count(PER_TENANT + ".groups") == e.get(TENANTS)
                                    && e.count(PER_TENANT + ".pools") == e.get(TENANTS),
                            pools(e, PER_TENANT))),
            Claim.when(
                    written(Writing.PER_TENANT),
                    "a-connection-per-tenant",
                    s -> "at least " + s.get(TENANTS) + " physical connections, each opened for one tenant alone",
                    e -> Verdict.of(
                            e.count(PER_TENANT + ".pooled") >= e.get(TENANTS)
                                    && e.count(PER_TENANT + ".hard-connects") >= e.get(TENANTS),
                            e.count(PER_TENANT + ".pooled") + " pooled, " + e.count(PER_TENANT + ".hard-connects")
                                    + " hard connects")),
            Claim.when(
                    written(Writing.SHUFFLED_KEYS),
                    "a-pool-per-order",
                    s -> "as many pools as there are orders of the same settings",
                    e -> Verdict.of(
                            e.count(SHUFFLED + ".pools") == e.count("orders")
                                    && e.count(SHUFFLED + ".groups") == e.count("orders"),
                            e.count("orders") + " orders, " + pools(e, SHUFFLED))),
            Claim.when(
                    s -> true,
                    "one-pool",
                    s -> "canonical: one group, one pool",
                    e -> Verdict.of(
                            e.count(CANONICAL + ".groups") == 1 && e.count(CANONICAL + ".pools") == 1,
                            pools(e, CANONICAL))),
            Claim.when(
                    s -> true,
                    "as-many-as-work-at-once",
                    s -> "canonical: no more pooled connections than requests at work at once ("
                            + s.get(PARALLELISM) + ")",
                    e -> Verdict.of(
                            e.count(CANONICAL + ".pooled") <= e.get(PARALLELISM),
                            e.count(CANONICAL + ".pooled") + " pooled")),
            Claim.when(
                    written(Writing.CANONICAL).negate(),
                    "same-work",
                    s -> "soft connects are the same in both: the application did the same work",
                    e -> Verdict.of(
                            e.count(name(e) + ".soft-connects") == e.count(CANONICAL + ".soft-connects"),
                            e.count(name(e) + ".soft-connects") + " and " + e.count(CANONICAL + ".soft-connects"))),
            Claim.when(
                    s -> true,
                    "a-backend-each",
                    s -> "each pooled connection is a backend on the server",
                    e -> Verdict.of(
                            e.count(name(e) + ".backends") == e.count(name(e) + ".pooled"),
                            e.count(name(e) + ".pooled") + " pooled, " + e.count(name(e) + ".backends") + " backends")),
            Claim.when(
                    written(Writing.PER_TENANT),
                    "instances-multiply",
                    s -> "a second instance doubles it: tenants × instances = " + 2 * s.get(TENANTS) + " backends",
                    e -> Verdict.of(
                            e.count(PER_TENANT + ".backends-2") >= 2 * e.get(TENANTS),
                            e.count(PER_TENANT + ".backends") + ", then " + e.count(PER_TENANT + ".backends-2"))),
            Claim.when(
                    s -> true,
                    "instances-are-bounded",
                    s -> "canonical: two instances need at most " + 2 * s.get(PARALLELISM) + " backends",
                    e -> Verdict.of(
                            e.count(CANONICAL + ".backends-2") <= 2 * e.get(PARALLELISM),
                            e.count(CANONICAL + ".backends") + ", then " + e.count(CANONICAL + ".backends-2"))),
            Claim.when(
                    written(Writing.PER_TENANT).and(s -> s.get(TENANTS) >= 3 * s.get(PARALLELISM)),
                    "memory-grows",
                    s -> "the backends of the tenants' pools take more memory than those of the one pool",
                    FragmentationClaims::memory),
            Claim.when(
                    s -> true,
                    "tenant-inside-the-transaction",
                    s -> "canonical: every request reads its own tenant back, and none finds another's",
                    e -> Verdict.of(
                            e.count(CANONICAL + ".own-tenant") == e.get(TENANTS) * e.get(ROUNDS)
                                    && e.count(CANONICAL + ".foreign-tenant") == 0,
                            e.count(CANONICAL + ".own-tenant") + " of " + e.get(TENANTS) * e.get(ROUNDS)
                                    + " read their own, " + e.count(CANONICAL + ".foreign-tenant")
                                    + " found another's")));

    private FragmentationClaims() {}

    private static Predicate<Settings> written(Writing writing) {
        return s -> s.get(STRING) == writing;
    }

    private static String name(Evidence e) {
        return Words.of(e.get(STRING));
    }

    private static Verdict memory(Evidence e) {
        String many = PER_TENANT + ".backend-memory";
        String one = CANONICAL + ".backend-memory";
        if (!e.has(many)) return Verdict.notApplicable("the operating system does not tell a backend's memory");
        return Verdict.of(
                e.figure(many) > e.figure(one),
                Unit.BYTES.format(e.figure(many)) + " against " + Unit.BYTES.format(e.figure(one)));
    }

    private static String pools(Evidence e, String name) {
        return Words.count(e.count(name + ".groups"), "group") + ", " + Words.count(e.count(name + ".pools"), "pool");
    }
}
