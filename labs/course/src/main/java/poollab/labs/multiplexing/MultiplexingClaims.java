package poollab.labs.multiplexing;

import static poollab.labs.multiplexing.Multiplexing.CLIENTS;
import static poollab.labs.multiplexing.Multiplexing.IDLE;
import static poollab.labs.multiplexing.Multiplexing.INSTANCES;
import static poollab.labs.multiplexing.Multiplexing.MAX_CONNECTIONS;
import static poollab.labs.multiplexing.Multiplexing.POOLER;
import static poollab.labs.multiplexing.Multiplexing.POOL_MODE;
import static poollab.labs.multiplexing.Multiplexing.POOL_SIZE;
import static poollab.labs.multiplexing.Multiplexing.QUERY;
import static poollab.labs.multiplexing.Multiplexing.load;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;
import poollab.bench.pooler.PoolerKind;

/** What a run of lab 07 must show, whatever its settings. */
final class MultiplexingClaims {
    /** So much more than a client needs at the pooler a backend needs at the server. */
    private static final int TIMES = 10;
    /** A small load does not crowd the server. */
    private static final int CROWD = 5;

    private static final Predicate<Settings> POOLED = s -> s.get(POOLER) != Poolers.NONE;
    private static final Predicate<Settings> MULTIPLEXED = POOLED.and(s -> s.get(POOL_MODE) == PoolMode.TRANSACTION);
    private static final Predicate<Settings> SATURATED_BY_SALES = MULTIPLEXED.and(
            s -> s.get(CLIENTS) >= CROWD * s.get(POOL_SIZE) && s.get(QUERY).all.contains(Query.SALE));

    private static final Predicate<Settings> CROWDED_SESSIONS =
            POOLED.and(s -> s.get(POOL_MODE) == PoolMode.SESSION && s.get(CLIENTS) >= CROWD * s.get(POOL_SIZE));

    static final List<Claim> ALL = List.of(
            Claim.when(
                    s -> s.get(CLIENTS) >= s.get(MAX_CONNECTIONS),
                    "direct-is-refused",
                    s -> "direct: " + s.get(CLIENTS) + " clients on " + s.get(MAX_CONNECTIONS) + " slots meet 53300",
                    e -> {
                        List<Long> refused =
                                e.get(QUERY).all.stream().map(query -> e.count(load(query, "direct") + ".refused")).toList();
                        return Verdict.of(refused.stream().allMatch(count -> count > 0), and(refused) + " refused at the start");
                    }),
            Claim.when(
                    MULTIPLEXED,
                    "pooled-has-no-errors",
                    s -> "through the pooler: no error",
                    e -> {
                        List<Long> errors = loads(e).stream().map(load -> errors(e, load)).toList();
                        return Verdict.of(errors.stream().allMatch(count -> count == 0), and(errors) + " errors");
                    }),
            Claim.when(
                    MULTIPLEXED,
                    "everybody-is-in",
                    s -> "cl_active + cl_waiting = " + s.get(CLIENTS) + ", all the clients",
                    e -> {
                        List<Long> clients = loads(e).stream().map(load -> e.count(load + ".clients")).toList();
                        return Verdict.of(clients.stream().allMatch(count -> count == (long) e.get(CLIENTS)), and(clients));
                    }),
            Claim.when(
                    POOLED,
                    "few-server-connections",
                    s -> "never more than " + s.get(POOL_SIZE) + " server connections",
                    e -> {
                        List<Long> servers = loads(e).stream().map(load -> servers(e, load)).toList();
                        return Verdict.of(servers.stream().allMatch(count -> count <= e.get(POOL_SIZE)), and(servers));
                    }),
            Claim.when(
                    CROWDED_SESSIONS,
                    "a-session-keeps-its-connection",
                    s -> "session mode: " + s.get(POOL_SIZE) + " clients are linked, all the others wait",
                    e -> {
                        List<Long> linked = loads(e).stream().map(load -> e.count(load + ".cl_active")).toList();
                        List<Long> waiting = loads(e).stream().map(load -> e.count(load + ".cl_waiting-peak")).toList();
                        long others = e.get(CLIENTS) - e.get(POOL_SIZE);
                        return Verdict.of(
                                linked.stream().allMatch(count -> count <= e.get(POOL_SIZE))
                                        && waiting.stream().allMatch(count -> count >= others),
                                and(linked) + " linked, at most " + and(waiting) + " waiting");
                    }),
            // Of reads a small machine's clients may ask too few to keep the pooler busy.
            Claim.when(
                    SATURATED_BY_SALES,
                    "most-clients-wait",
                    s -> "most of the clients wait, most of the time",
                    e -> {
                        List<Long> waiting = loads(e).stream()
                                .filter(load -> load.startsWith(load(Query.SALE, "")))
                                .map(load -> e.count(load + ".cl_waiting"))
                                .toList();
                        return Verdict.of(waiting.stream().allMatch(count -> 2 * count > e.get(CLIENTS)), and(waiting));
                    }),
            Claim.when(
                    SATURATED_BY_SALES.and(s -> s.get(CLIENTS) >= s.get(MAX_CONNECTIONS)),
                    "writes-gain",
                    s -> "sales: more through the pooler than direct",
                    e -> {
                        double direct = e.figure(load(Query.SALE, "direct") + ".throughput");
                        double pooled = e.figure(load(Query.SALE, PoolerKind.BUNDLED) + ".throughput");
                        return Verdict.of(pooled > direct, Unit.RATIO.format(pooled / direct));
                    }),
            Claim.when(
                    MULTIPLEXED,
                    "instances-add-no-connection",
                    s -> "from " + Growth.FEW + " instances to " + s.get(INSTANCES) + ": still at most " + s.get(POOL_SIZE)
                            + " server connections, and no error",
                    e -> Verdict.of(
                            servers(e, "few") <= e.get(POOL_SIZE) && servers(e, "all") <= e.get(POOL_SIZE)
                                    && errors(e, "few") + errors(e, "all") == 0,
                            servers(e, "few") + " and " + servers(e, "all"))),
            Claim.when(
                    POOLED.and(s -> s.get(IDLE) >= 500 && System.getProperty("os.name").equals("Linux")),
                    "an-idle-client-is-cheap",
                    s -> "an idle client costs the pooler less than a " + TIMES + "th of a backend",
                    e -> {
                        double client = e.figure("bundled.idle-client");
                        double backend = e.figure(load(e.get(QUERY).all.getFirst(), "capped") + ".backend-memory");
                        return Verdict.of(TIMES * client < backend, Unit.BYTES.format(client) + " against " + Unit.BYTES.format(backend));
                    }));

    private MultiplexingClaims() {}

    /** The loads through each pooler that multiplexes and was there. */
    private static List<String> loads(Evidence e) {
        return e.get(POOLER).kinds.stream()
                .filter(kind -> kind != PoolerKind.PGPOOL)
                .flatMap(kind -> e.get(QUERY).all.stream().map(query -> load(query, kind)))
                .filter(load -> load.endsWith("bundled") || e.has(load + ".clients"))
                .toList();
    }

    /** Those of the warm-up, too: it is when the pools fill. */
    private static long errors(Evidence e, String load) {
        return e.count(load + ".errors") + e.count(load + ".warm-up-errors");
    }

    /** As the pooler counts them, and as the server does. */
    private static long servers(Evidence e, String load) {
        return Math.max(e.count(load + ".servers-peak"), e.count(load + ".backends-peak"));
    }

    private static String and(List<Long> counts) {
        return counts.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
