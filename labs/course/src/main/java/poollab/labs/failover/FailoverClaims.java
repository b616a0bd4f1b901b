package poollab.labs.failover;

import static poollab.labs.failover.Failover.BLOCKING_PERIOD;
import static poollab.labs.failover.Failover.CLIENTS;
import static poollab.labs.failover.Failover.EVENT;
import static poollab.labs.failover.Failover.INSTANCES;
import static poollab.labs.failover.Failover.JITTER;
import static poollab.labs.failover.Failover.THROUGH;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;
import poollab.bench.Words;
import poollab.labs.Toggle;

/** What a run of lab 11 must show, whatever its settings. */
final class FailoverClaims {
    private static final String O = Restarts.NAME + ".";

    /** SqlClient's first blocking period. */
    private static final Duration BLOCKED = Duration.ofSeconds(5);

    /** Below it a busy machine draws out the wave as much as the jitter does. */
    private static final Duration ENOUGH_JITTER = Duration.ofSeconds(4);

    private static final List<String> WAYS = List.of("keyed", "hikari", "pooler");

    private static final Predicate<Settings> DOWN = is(Event.RESTART).or(is(Event.KILL));
    private static final Predicate<Settings> SWITCHED = is(Event.SWITCHOVER);
    private static final Predicate<Settings> KEYED = s -> s.get(THROUGH) == Through.KEYED;
    private static final Predicate<Settings> POOLED = s -> s.get(THROUGH) == Through.POOLER;
    /** So many that some are surely at work on the server at any time. */
    private static final Predicate<Settings> CROWDED = s -> s.get(CLIENTS) >= 2 * Poolers.SIZE;

    private static final Predicate<Settings> BLOCKING = s -> s.get(BLOCKING_PERIOD) == Toggle.ON;

    static final List<Claim> ALL = List.of(
            Claim.when(
                    DOWN.or(SWITCHED),
                    "acknowledged-is-kept",
                    s -> "every order that was acknowledged is there afterwards",
                    e -> Verdict.of(
                            count(e, "missing") == 0 && count(e, "acknowledged") > 0,
                            count(e, "missing") + " of " + count(e, "acknowledged") + " are missing")),
            Claim.when(
                    DOWN,
                    "everyone-is-back",
                    s -> "in the end all " + s.get(CLIENTS) + " clients are served again",
                    e -> Verdict.of(count(e, "served-again") == e.get(CLIENTS), count(e, "served-again") + " are")),
            Claim.when(
                    DOWN.and(KEYED),
                    "idle-are-dropped",
                    s -> "one connection turns out to be dead, and the keyed pool drops all " + Dropped.IDLE + " idle ones",
                    e -> Verdict.of(
                            e.count("dropped.before-idle") == Dropped.IDLE && e.count("dropped.one-error-idle") == 0,
                            e.count("dropped.before-idle") + " idle before, " + e.count("dropped.one-error-idle") + " after")),
            Claim.when(
                    DOWN.and(KEYED),
                    "in-use-go-when-given-back",
                    s -> "those in use stay until they are given back, and none of them lies idle then",
                    e -> Verdict.of(
                            e.count("dropped.one-error-in-use") == Dropped.IN_USE - 1
                                    && e.count("dropped.all-back-in-use") == 0 && e.count("dropped.all-back-idle") == 0,
                            e.count("dropped.one-error-in-use") + " in use after the error; when they are back "
                                    + e.count("dropped.all-back-idle") + " idle")),
            Claim.when(
                    DOWN.and(KEYED),
                    "none-is-stale",
                    s -> "after the first fatal error the keyed pool hands out no dead connection",
                    e -> Verdict.of(count(e, "stale") == 0, count(e, "stale") + " handed out")),
            Claim.when(
                    DOWN.and(KEYED).and(BLOCKING),
                    "refused-although-it-is-back",
                    s -> "the server is back, and the pool goes on refusing: nobody is served for at least "
                            + BLOCKED.toSeconds() + " s",
                    e -> Verdict.of(
                            count(e, "late") > 0 && e.figure(O + "gap") >= BLOCKED.toMillis()
                                    && e.figure(O + "gap") > e.figure(O + "away"),
                            "server away " + ms(e, "away") + ", orders for " + ms(e, "gap") + ", "
                                    + Words.count(count(e, "late"), "refusal") + " after its return")),
            Claim.when(
                    DOWN.and(KEYED).and(BLOCKING.negate()),
                    "not-refused-when-it-is-back",
                    s -> "without a blocking period nobody who asks after the server's return is refused",
                    e -> Verdict.of(count(e, "late") == 0, Words.count(count(e, "late"), "refusal"))),
            Claim.when(
                    DOWN.and(s -> s.get(THROUGH) == Through.HIKARI),
                    "hikari-lets-wait",
                    s -> "HikariCP refuses nobody: it lets callers wait for the server",
                    e -> Verdict.of(count(e, "refused") == 0, count(e, "refused") + " refused")),
            Claim.when(
                    DOWN.and(POOLED).and(s -> !Failover.paused(s)).and(CROWDED),
                    "clients-are-cut",
                    s -> "without PAUSE clients of the pooler lose their connections too",
                    e -> Verdict.of(count(e, "lost") > 0, count(e, "lost") + " lost")),
            Claim.when(
                    DOWN.or(SWITCHED).and(Failover::paused),
                    "pause-costs-no-error",
                    s -> "with PAUSE and RESUME around it there is no error, only a wait",
                    e -> Verdict.of(
                            count(e, "errors") == 0 && e.figure(O + "gap") >= e.figure(O + "away"),
                            Words.count(count(e, "errors"), "error") + ", nobody served for " + ms(e, "gap"))),
            Claim.when(
                    SWITCHED.and(s -> !Failover.findsThePrimary(s)),
                    "read-only-and-no-end",
                    s -> "whoever knows the old address alone is refused to write, 25006, to the end",
                    e -> Verdict.of(
                            count(e, "last-read-only") == e.get(CLIENTS),
                            count(e, "last-read-only") + " of " + e.get(CLIENTS) + " clients, "
                                    + Words.count(count(e, "read-only"), "error"))),
            Claim.when(
                    SWITCHED.and(s -> !Failover.paused(s)),
                    "probes-see-nothing",
                    s -> "there TCP connects and SELECT 1 answers, while an order fails; asking for its role tells",
                    e -> Verdict.of(
                            answers(e, "old-address.tcp", "old-address.select", "old-address.role", "old-address.write")
                                    .equals("1100"),
                            "TCP, SELECT 1, role, order: "
                                    + answers(e, "old-address.tcp", "old-address.select", "old-address.role", "old-address.write"))),
            Claim.when(
                    SWITCHED.and(Failover::findsThePrimary),
                    "finds-the-primary",
                    s -> "all " + s.get(CLIENTS) + " clients write again, and none meets 25006",
                    e -> Verdict.of(
                            count(e, "served-again") == e.get(CLIENTS) && count(e, "read-only") == 0,
                            count(e, "served-again") + " write again, " + count(e, "read-only") + " times 25006")),
            Claim.when(
                    is(Event.PROBES),
                    "three-answers",
                    s -> "server away: TCP connects, SHOW VERSION answers, only a query through the pool fails",
                    FailoverClaims::threeAnswers),
            Claim.when(
                    is(Event.POOLER_KILLED),
                    "everything-stops",
                    s -> "the only pooler killed: not one order is acknowledged, on a server that is well",
                    e -> Verdict.of(
                            e.count("one.while-dead") == 0 && e.count("one.errors") > 0,
                            e.count("one.while-dead") + " orders, " + Words.count(e.count("one.errors"), "error"))),
            Claim.when(
                    is(Event.POOLER_KILLED),
                    "two-go-on",
                    s -> "one of two killed: all " + s.get(CLIENTS)
                            + " clients are served by the other, with at most one error each",
                    e -> Verdict.of(
                            e.count("two.connects") > 0 && e.count("two.served-again") == e.get(CLIENTS)
                                    && e.count("two.most-errors") <= 1,
                            e.count("two.served-again") + " clients served over " + e.count("two.connects")
                                    + " new connections, most errors of one: " + e.count("two.most-errors"))),
            Claim.when(
                    is(Event.SESSIONS_ENDED),
                    "ended-idle-unnoticed",
                    s -> "the server ends idle sessions, and no request notices: keyed pool, HikariCP, pooler",
                    e -> Verdict.of(
                            WAYS.stream().allMatch(w -> e.count(w + ".ended") > 0 && e.count(w + ".idle-errors") == 0
                                    && e.count(w + ".fresh") == SessionsEnded.CONNECTIONS),
                            each(e, "ended") + " ended, " + each(e, "idle-errors") + " errors")),
            Claim.when(
                    is(Event.SESSIONS_ENDED),
                    "ended-in-a-transaction",
                    s -> "in a transaction the client is told, 57P01, through the pooler too",
                    e -> Verdict.of(WAYS.stream().allMatch(w -> e.count(w + ".told") == 1), each(e, "told") + " told")),
            Claim.when(
                    is(Event.RECONNECT),
                    "all-reconnect",
                    s -> "all " + s.get(INSTANCES) * Reconnect.SIZE + " connections are opened anew",
                    e -> Verdict.of(
                            e.count("together.connects") == e.get(INSTANCES) * Reconnect.SIZE,
                            e.count("together.connects") + " connects")),
            Claim.when(
                    is(Event.RECONNECT).and(s -> s.get(JITTER).compareTo(ENOUGH_JITTER) >= 0),
                    "jitter-flattens",
                    s -> "without jitter more logins fall into the worst second than with it",
                    e -> Verdict.of(
                            e.count("together.peak") > e.count("jittered.peak") && e.count("jittered.peak") > 0,
                            e.count("together.peak") + " against " + e.count("jittered.peak"))),
            Claim.when(
                    is(Event.DEPLOY),
                    "a-deploy-doubles",
                    s -> "while old and new instances are up there are twice as many backends",
                    e -> Verdict.of(
                            e.count("direct.before") == e.get(INSTANCES) * Deploy.SIZE
                                    && e.count("direct.overlap") == 2 * e.count("direct.before"),
                            e.count("direct.before") + ", then " + e.count("direct.overlap"))),
            Claim.when(
                    is(Event.DEPLOY),
                    "the-pooler-keeps-its-size",
                    s -> "behind the pooler there are at most " + Poolers.SIZE + " backends all the while",
                    e -> Verdict.of(
                            e.count("pooled.before") > 0 && e.count("pooled.overlap") <= Poolers.SIZE,
                            e.count("pooled.before") + ", then " + e.count("pooled.overlap"))));

    private FailoverClaims() {}

    private static Predicate<Settings> is(Event event) {
        return s -> s.get(EVENT) == event;
    }

    private static long count(Evidence e, String figure) {
        return e.count(O + figure);
    }

    private static String ms(Evidence e, String figure) {
        return Unit.MILLISECONDS.format(e.figure(O + figure));
    }

    private static String each(Evidence e, String figure) {
        return String.join(", ", WAYS.stream().map(way -> "" + e.count(way + "." + figure)).toList());
    }

    private static String answers(Evidence e, String... probes) {
        StringBuilder all = new StringBuilder();
        for (String probe : probes) all.append(e.count(probe));
        return all.toString();
    }

    private static Verdict threeAnswers(Evidence e) {
        String before = answers(e, "before.tcp", "before.version", "before.select");
        String away = answers(e, "away.tcp", "away.version", "away.select");
        String after = answers(e, "after.tcp", "after.version", "after.select");
        return Verdict.of(
                before.equals("111") && away.equals("110") && after.equals("111"),
                "TCP, SHOW VERSION, query: " + before + " before, " + away + " away, " + after + " after");
    }
}
