package poollab.labs.cost;

import static poollab.labs.cost.Cost.BURSTS;
import static poollab.labs.cost.Cost.CLIENTS;
import static poollab.labs.cost.Cost.IDLE;
import static poollab.labs.cost.Cost.INSTANCES;
import static poollab.labs.cost.Cost.MAX_CONNECTIONS;
import static poollab.labs.cost.Cost.MAX_IDLE;
import static poollab.labs.cost.Cost.MAX_OPEN;
import static poollab.labs.cost.Cost.MIN_POOL_SIZE;
import static poollab.labs.cost.Cost.PART;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;
import poollab.bench.Words;

/** What a run of lab 04 must show, whatever its settings. */
final class CostClaims {
    private static final int OPENING_FACTOR = 5;

    static final List<Claim> ALL = List.of(
            Claim.when(
                    measures(Part.OPENING),
                    "opening-costs",
                    s -> "opening a connection takes at least " + OPENING_FACTOR
                            + " times as long as borrowing one and giving it back",
                    e -> Verdict.of(
                            e.figure("direct.open") >= OPENING_FACTOR * e.figure("borrow.cycle"),
                            ms(e, "direct.open") + " against " + ms(e, "borrow.cycle") + ": "
                                    + times(e.figure("direct.open") / e.figure("borrow.cycle")) + "×")),
            Claim.when(
                    measures(Part.OPENING),
                    "a-backend-per-login",
                    s -> "logged in directly, every connection gets a backend of its own",
                    e -> Verdict.of(
                            e.count("direct.backends") == e.count("direct.logins"),
                            served(e, "direct"))),
            Claim.when(
                    measures(Part.OPENING),
                    "a-pooler-starts-none",
                    s -> "through a pooler as many logins are all served by one backend",
                    e -> Verdict.of(
                            e.count("pooler.backends") == 1 && e.count("pooler.logins") > 1,
                            served(e, "pooler"))),
            Claim.when(
                    measures(Part.OPENING),
                    "tls-comes-on-top",
                    s -> "with TLS the handshake comes on top: it takes at least twice as long as making the TCP connection",
                    CostClaims::tls),
            Claim.when(
                    measures(Part.MEMORY),
                    "memory-grows",
                    s -> "a backend that has worked holds more memory of its own than a fresh one",
                    e -> memory(e, "statements", "fresh")),
            Claim.when(
                    measures(Part.MEMORY),
                    "reset-keeps-memory",
                    s -> "after DISCARD ALL it still holds more than a fresh one",
                    e -> memory(e, "reset", "fresh")),
            Claim.when(
                    measures(Part.IDLE),
                    "idle-are-there",
                    s -> "the server holds one backend for each idle connection and each client of the load",
                    CostClaims::idleAreThere),
            Claim.when(
                    measures(Part.SETTING),
                    "slots-cost",
                    s -> "a larger max_connections reserves more shared memory (100, 200, " + s.get(MAX_CONNECTIONS)
                            + "), before anybody connects",
                    CostClaims::slots),
            Claim.when(
                    measures(Part.CHURN).and(limited()),
                    "churn",
                    s -> "with an idle limit of " + s.get(MAX_IDLE) + " the same requests make at least "
                            + times(churnFactor(s)) + " times as many physical connects",
                    e -> Verdict.of(
                            e.figure("limited.hard-connects") >= churnFactor(e.settings()) * e.figure("kept.hard-connects"),
                            e.count("limited.hard-connects") + " against " + e.count("kept.hard-connects") + ": "
                                    + times(e.figure("limited.hard-connects") / e.figure("kept.hard-connects")) + "×")),
            Claim.when(
                    measures(Part.CHURN).and(limited()),
                    "same-requests",
                    s -> "both pools served the same number of requests",
                    e -> Verdict.of(
                            e.count("limited.requests") == e.count("kept.requests"),
                            e.count("limited.requests") + " and " + e.count("kept.requests"))),
            Claim.when(
                    measures(Part.CHURN),
                    "no-churn",
                    s -> "with an idle limit of " + s.get(MAX_OPEN) + ", the pool's size, all bursts together make at"
                            + " most " + s.get(MAX_OPEN) + " physical connects, and close none",
                    e -> Verdict.of(
                            e.count("kept.hard-connects") <= e.get(MAX_OPEN) && e.count("kept.hard-disconnects") == 0,
                            e.count("kept.hard-connects") + " connects, " + e.count("kept.hard-disconnects") + " closed")),
            Claim.when(
                    measures(Part.STORM).and(s -> s.get(MIN_POOL_SIZE) > 0),
                    "logins-before-work",
                    s -> "all " + minimum(s) + " connections of the minimum (" + s.get(INSTANCES) + " × " + s.get(MIN_POOL_SIZE)
                            + ") are opened before the first query",
                    e -> Verdict.of(
                            e.count("storm.before-work") >= minimum(e.settings()),
                            e.count("storm.before-work") + " of " + e.count("storm.backends") + " before the first query")),
            Claim.when(
                    measures(Part.STORM).and(s -> s.get(MIN_POOL_SIZE) > 2 * StormInstance.USERS),
                    "more-than-needed",
                    s -> "the same requests without a minimum need less than half as many connections",
                    e -> Verdict.of(
                            2 * e.count("on-demand.connects") < e.count("storm.connects")
                                    && e.count("on-demand.requests") == e.count("storm.requests"),
                            e.count("on-demand.connects") + " against " + e.count("storm.connects") + ", for "
                                    + e.count("storm.requests") + " requests each")),
            Claim.when(
                    measures(Part.STORM),
                    "opened-on-demand",
                    s -> "without a minimum there are at most as many connections as requests at once ("
                            + s.get(INSTANCES) * StormInstance.USERS + ")",
                    e -> Verdict.of(
                            e.count("on-demand.backends") > 0
                                    && e.count("on-demand.backends") <= e.get(INSTANCES) * StormInstance.USERS,
                            e.count("on-demand.backends") + " backends")));

    private CostClaims() {}

    private static Predicate<Settings> measures(Part part) {
        return s -> s.get(PART).includes(part);
    }

    /** Whether the pool of the bursts closes what it will need again. */
    private static Predicate<Settings> limited() {
        return s -> s.get(MAX_IDLE) < s.get(MAX_OPEN);
    }

    /**
     * Each burst after the first opens again what the pool did not keep. Half of that is claimed: on a busy machine requests
     * of a burst come one after another, and then need fewer connections at once.
     */
    private static double churnFactor(Settings s) {
        double reopened = 1 - (double) s.get(MAX_IDLE) / s.get(MAX_OPEN);
        return 1 + (s.get(BURSTS) - 1) * reopened / 2;
    }

    private static String times(double factor) {
        return String.format(Locale.ROOT, "%.1f", factor);
    }

    private static int minimum(Settings s) {
        return s.get(INSTANCES) * s.get(MIN_POOL_SIZE);
    }

    private static String ms(Evidence e, String figure) {
        return Unit.MILLISECONDS.format(e.figure(figure));
    }

    private static String served(Evidence e, String name) {
        return Words.count(e.count(name + ".logins"), "login") + ", " + Words.count(e.count(name + ".backends"), "backend");
    }

    private static Verdict tls(Evidence e) {
        if (!e.has("tls.tls")) return Verdict.notApplicable("this engine starts no server with TLS");
        return Verdict.of(
                e.figure("tls.tls") >= 2 * e.figure("tls.tcp"),
                "handshake " + ms(e, "tls.tls") + ", TCP " + ms(e, "tls.tcp"));
    }

    private static Verdict memory(Evidence e, String later, String before) {
        if (!e.has("fresh.own")) return Verdict.notApplicable("the operating system does not tell a backend's memory");
        return Verdict.of(
                e.figure(later + ".own") > e.figure(before + ".own"),
                bytes(e, later + ".own") + " against " + bytes(e, before + ".own"));
    }

    private static String bytes(Evidence e, String figure) {
        return Unit.BYTES.format(e.figure(figure));
    }

    private static Verdict idleAreThere(Evidence e) {
        List<Integer> steps = IdleNeighbours.steps(e.get(IDLE));
        Function<Integer, Long> seen = step -> e.count("idle-" + step + ".backends");
        return Verdict.of(
                steps.stream().allMatch(step -> seen.apply(step) == step + e.get(CLIENTS)),
                String.join(", ", steps.stream().map(step -> step + " idle: " + seen.apply(step)).toList()));
    }

    private static Verdict slots(Evidence e) {
        if (!e.has("slots-100.reserved")) return Verdict.notApplicable("this engine starts no second server");
        List<String> names = List.of("slots-100", "slots-200", "slots-large");
        double[] bytes = names.stream().mapToDouble(name -> e.figure(name + ".reserved")).toArray();
        return Verdict.of(
                bytes[0] < bytes[1] && bytes[1] < bytes[2],
                String.join(", ", Stream.of(0, 1, 2).map(i -> Unit.BYTES.format(bytes[i])).toList()));
    }
}
