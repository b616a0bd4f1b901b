package poollab.labs.leak;

import static poollab.labs.leak.Leak.CONNECT_TIMEOUT;
import static poollab.labs.leak.Leak.FAULT;
import static poollab.labs.leak.Leak.MAX_POOL_SIZE;
import static poollab.labs.leak.Leak.POOL;
import static poollab.labs.leak.Leak.REQUESTS;

import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;
import poollab.bench.Words;
import poollab.labs.PoolKind;

/** What a run of lab 01 must show, whatever its settings. */
final class LeakClaims {
    static final List<Claim> ALL = List.of(
            Claim.when(exhausted(), "who-is-served", LeakClaims::whoIsServed, LeakClaims::served),
            Claim.when(
                    exhausted(),
                    "first-failure",
                    s -> "the first failure is request max-pool-size + 1 = " + (s.get(MAX_POOL_SIZE) + 1),
                    e -> Verdict.of(
                            e.count("first-refused") == e.get(MAX_POOL_SIZE) + 1,
                            "first failure: request " + e.count("first-refused"))),
            Claim.when(
                    exhausted(),
                    "failures-wait",
                    s -> "each failure took at least the connect timeout ("
                            + s.get(CONNECT_TIMEOUT).toMillis() + " ms) and less than 1.5 times as long",
                    LeakClaims::failuresWait),
            Claim.when(
                    exhausts().and(fits()),
                    "fault-hidden",
                    s -> "with " + s.get(REQUESTS) + " requests on " + s.get(MAX_POOL_SIZE)
                            + " connections nobody fails: a bigger pool hides the fault",
                    e -> Verdict.of(
                            e.count("requests.refused") == 0,
                            e.count("requests.refused") + " failed, " + e.count("peak.in-use") + " connections in use")),
            Claim.when(
                    exhausts(),
                    "sessions-held",
                    s -> "the server holds exactly " + Words.count(held(s), "session") + " of the application",
                    e -> Verdict.of(
                            e.count("sessions") == held(e.settings()), Words.count(e.count("sessions"), "session"))),
            Claim.when(
                    fault(Fault.LEAK),
                    "sessions-idle",
                    s -> "all of them are idle, none has an open transaction: the server sees nothing wrong",
                    e -> Verdict.of(
                            e.count("sessions.idle") == e.count("sessions") && e.count("sessions.in-transaction") == 0,
                            e.count("sessions.idle") + " idle, " + e.count("sessions.in-transaction")
                                    + " in a transaction")),
            Claim.when(
                    fault(Fault.OPEN_TRANSACTION),
                    "sessions-idle-in-transaction",
                    s -> "all of them are idle in transaction and have written",
                    e -> Verdict.of(
                            e.count("sessions.idle-in-transaction") == e.count("sessions")
                                    && e.count("sessions.written") == e.count("sessions"),
                            e.count("sessions.idle-in-transaction") + " idle in transaction, "
                                    + e.count("sessions.written") + " have written")),
            Claim.when(
                    fault(Fault.OPEN_TRANSACTION),
                    "blocks-others",
                    s -> "an update of the same row from elsewhere waits, and goes on when the transaction ends",
                    e -> Verdict.of(
                            e.count("elsewhere.blocked") == 1 && e.count("elsewhere.released") == 1,
                            e.count("elsewhere.blocked") + " blocked, " + e.count("elsewhere.released")
                                    + " went on after the rollback")),
            Claim.when(
                    fault(Fault.OPEN_TRANSACTION).and(pool(PoolKind.KEYED)),
                    "stasis",
                    s -> "a closed connection whose ambient transaction is open is in stasis until that ends",
                    e -> Verdict.of(
                            e.count("stasis.during") == 1 && e.count("stasis.after") == 0,
                            e.count("stasis.during") + " in stasis during it, " + e.count("stasis.after") + " after")),
            Claim.when(
                    fault(Fault.OPEN_READER),
                    "readers-hold-transactions",
                    s -> "all of them are idle in transaction, and none has written: results nobody reads",
                    e -> Verdict.of(
                            e.count("sessions.idle-in-transaction") == e.count("sessions")
                                    && e.count("sessions.written") == 0,
                            e.count("sessions.idle-in-transaction") + " idle in transaction, "
                                    + e.count("sessions.written") + " have written")),
            Claim.when(
                    fault(Fault.SLOW_QUERY),
                    "sessions-running",
                    s -> "all of them are active and none waits for a lock: the statement itself takes the time",
                    e -> Verdict.of(
                            e.count("sessions.active") == e.count("sessions")
                                    && e.count("sessions.waiting-for-lock") == 0,
                            e.count("sessions.active") + " active, " + e.count("sessions.waiting-for-lock")
                                    + " waiting for a lock")),
            Claim.when(
                    fault(Fault.BLOCKING),
                    "sessions-blocked",
                    s -> "all of them are active, at least one waits for a lock, and one session elsewhere holds it",
                    e -> Verdict.of(
                            e.count("sessions.active") == e.count("sessions")
                                    && e.count("sessions.waiting-for-lock") >= 1
                                    && e.count("blockers.outside") == 1,
                            e.count("sessions.active") + " active, " + e.count("sessions.waiting-for-lock")
                                    + " waiting for a lock, " + e.count("blockers.outside") + " blocker elsewhere")),
            Claim.when(
                    fault(Fault.NONE).or(reclaimedByKeyedPool()).or(fault(Fault.CONCURRENCY).and(inTime())),
                    "all-served",
                    s -> "all " + Words.count(s.get(REQUESTS), "request") + " succeed",
                    e -> Verdict.of(
                            e.count("requests.ok") == e.get(REQUESTS),
                            e.count("requests.ok") + " of " + e.get(REQUESTS) + " succeeded")),
            Claim.when(
                    fault(Fault.NONE).and(pool(PoolKind.KEYED)),
                    "one-physical-connection",
                    s -> "the pool opens one physical connection for all of them",
                    e -> Verdict.of(
                            e.count("hard-connects") == 1,
                            Words.count(e.count("hard-connects"), "physical connection"))),
            Claim.when(
                    fault(Fault.NONE).and(pool(PoolKind.KEYED)).and(s -> s.get(REQUESTS) > 1),
                    "opening-costs",
                    s -> "opening a connection costs several times (at least 3×) a borrow",
                    e -> Verdict.of(
                            e.figure("borrow.ratio") >= 3,
                            Unit.MILLISECONDS.format(e.figure("borrow.first-ms")) + " against "
                                    + Unit.MILLISECONDS.format(e.figure("borrow.later-ms")) + ": "
                                    + Unit.RATIO.format(e.figure("borrow.ratio")))),
            Claim.when(
                    reclaimedByKeyedPool(),
                    "reclaimed",
                    s -> "the pool takes back connections whose owners the garbage collector found dead",
                    e -> Verdict.of(e.count("reclaimed") >= 1, e.count("reclaimed") + " reclaimed")),
            Claim.when(
                    fault(Fault.CONCURRENCY),
                    "never-above-the-maximum",
                    s -> "never more than " + Words.count(s.get(MAX_POOL_SIZE), "connection") + " in use, however many ask",
                    e -> Verdict.of(
                            e.count("peak.in-use") <= e.get(MAX_POOL_SIZE)
                                    && e.count("hard-connects") <= e.get(MAX_POOL_SIZE),
                            e.count("peak.in-use") + " in use at most, " + e.count("hard-connects") + " opened")),
            Claim.when(
                    fault(Fault.CONCURRENCY).and(fits().negate()),
                    "the-rest-waits",
                    s -> "the others wait: at least " + (s.get(REQUESTS) - s.get(MAX_POOL_SIZE)) + " at the peak",
                    e -> Verdict.of(
                            e.count("peak.waiting") >= e.get(REQUESTS) - e.get(MAX_POOL_SIZE),
                            e.count("peak.waiting") + " waiting at most")),
            Claim.when(
                    fault(Fault.CONCURRENCY).and(tooLate()),
                    "the-last-give-up",
                    s -> "the queue is longer than the timeout: the last ones fail",
                    e -> Verdict.of(
                            e.count("requests.refused") >= 1, e.count("requests.refused") + " got no connection")));

    private LeakClaims() {}

    private static Predicate<Settings> fault(Fault fault) {
        return s -> s.get(FAULT) == fault;
    }

    private static Predicate<Settings> pool(PoolKind pool) {
        return s -> s.get(POOL) == pool;
    }

    private static Predicate<Settings> exhausts() {
        return s -> s.get(FAULT).exhausts(s.get(POOL));
    }

    private static Predicate<Settings> fits() {
        return s -> s.get(REQUESTS) <= s.get(MAX_POOL_SIZE);
    }

    private static Predicate<Settings> exhausted() {
        return exhausts().and(fits().negate());
    }

    private static Predicate<Settings> reclaimedByKeyedPool() {
        // As many requests as connections never use the pool up, so nothing has to be taken back.
        return fault(Fault.RECLAIMED).and(pool(PoolKind.KEYED)).and(fits().negate());
    }

    /** How often, in rendering times, the last of the requests must wait for a connection. */
    private static int turnsToWait(Settings s) {
        return (s.get(REQUESTS) - 1) / s.get(MAX_POOL_SIZE);
    }

    /** The last request's turn comes well within the timeout, which is four turns long. */
    private static Predicate<Settings> inTime() {
        return s -> turnsToWait(s) <= 2;
    }

    private static Predicate<Settings> tooLate() {
        return s -> turnsToWait(s) >= 5;
    }

    private static int held(Settings s) {
        return Math.min(s.get(REQUESTS), s.get(MAX_POOL_SIZE));
    }

    private static String whoIsServed(Settings s) {
        int max = s.get(MAX_POOL_SIZE);
        return Words.range("request", 1, max) + (s.get(FAULT) == Fault.SLOW_QUERY ? " get a connection, " : " succeed, ")
                + Words.range("request", max + 1, Math.max(max + 1, s.get(REQUESTS))) + " fail";
    }

    private static Verdict served(Evidence e) {
        long served = e.count("requests.served");
        long refused = e.count("requests.refused");
        return Verdict.of(
                served == e.get(MAX_POOL_SIZE) && refused == e.get(REQUESTS) - e.get(MAX_POOL_SIZE),
                served + " served, " + refused + " failed");
    }

    private static Verdict failuresWait(Evidence e) {
        double timeout = e.get(CONNECT_TIMEOUT).toMillis();
        double min = e.figure("refused.min-ms");
        double max = e.figure("refused.max-ms");
        // Pools count in whole milliseconds: the last one may be cut.
        return Verdict.of(
                min >= timeout - 1 && max < 1.5 * timeout,
                Unit.MILLISECONDS.format(min) + " to " + Unit.MILLISECONDS.format(max));
    }
}
