package poollab.labs.waiting;

import static poollab.labs.waiting.Waiting.CLIENTS;
import static poollab.labs.waiting.Waiting.FAULT;
import static poollab.labs.waiting.Waiting.IDLE_TRANSACTION_TIMEOUT;
import static poollab.labs.waiting.Waiting.MAX_CLIENT_CONN;
import static poollab.labs.waiting.Waiting.PART;
import static poollab.labs.waiting.Waiting.POOL_SIZE;
import static poollab.labs.waiting.Waiting.QUERY_TIMEOUT;
import static poollab.labs.waiting.Waiting.QUERY_WAIT_TIMEOUT;
import static poollab.labs.waiting.Waiting.RESERVE_POOL_SIZE;
import static poollab.labs.waiting.Waiting.RESERVE_POOL_TIMEOUT;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;
import poollab.bench.Words;

/** What a run of lab 10 must show of the pooler, whatever its settings. */
final class PoolerClaims {
    static final List<Claim> ALL = List.of(
            Claim.when(
                    queue(Fault::stops),
                    "all-queue",
                    s -> "all " + s.get(CLIENTS) + " requests wait in the pooler's queue at once",
                    e -> Verdict.of(
                            e.count("queue.cl_waiting-peak") == e.get(CLIENTS),
                            "cl_waiting " + e.count("queue.cl_waiting-peak"))),
            Claim.when(
                    queue(Fault::stops),
                    "the-pooler-gives-up",
                    s -> "each of them gets the pooler's error: 08P01 query_wait_timeout",
                    e -> Verdict.of(
                            e.count("queue.gave-up") == e.get(CLIENTS) && e.count("queue.served") == 0,
                            e.count("queue.gave-up") + " of " + e.get(CLIENTS))),
            Claim.when(
                    queue(Fault::stops),
                    "not-before-its-time",
                    s -> "none of them before query_wait_timeout (" + ms(s.get(QUERY_WAIT_TIMEOUT)) + ")",
                    e -> notBefore(e, "queue.shortest", QUERY_WAIT_TIMEOUT)),
            Claim.when(
                    queue(Fault::stops),
                    "maxwait-grows",
                    s -> "maxwait grows with the waiting: seen at more than half of query_wait_timeout",
                    e -> Verdict.of(
                            2 * e.figure("queue.maxwait-peak") > e.get(QUERY_WAIT_TIMEOUT).toMillis(),
                            ms(e, "queue.maxwait-peak"))),
            Claim.when(
                    queue(fault -> fault == Fault.LEAKED_TRANSACTION),
                    "server-has-nothing-to-do",
                    s -> "meanwhile all " + Words.count(s.get(POOL_SIZE), "server connection")
                            + " are idle in transaction, none is at work",
                    e -> servers(e, 0, e.get(POOL_SIZE))),
            Claim.when(
                    queue(fault -> fault == Fault.SLOW_QUERIES),
                    "server-is-at-work",
                    s -> "meanwhile all " + Words.count(s.get(POOL_SIZE), "server connection") + " are at work",
                    e -> servers(e, e.get(POOL_SIZE), 0)),
            Claim.when(
                    queue(fault -> fault == Fault.NONE).or(shortQueue()),
                    "all-served",
                    s -> "all " + s.get(CLIENTS) + " requests are served",
                    e -> Verdict.of(
                            e.count("queue.served") == e.get(CLIENTS),
                            e.count("queue.served") + " of " + e.get(CLIENTS))),
            Claim.when(
                    shortQueue().and(s -> s.get(CLIENTS) > s.get(POOL_SIZE)),
                    "waiting-without-an-error",
                    s -> "some wait, and the pooler opens no more than its " + Words.count(s.get(POOL_SIZE), "server connection"),
                    e -> Verdict.of(
                            e.count("queue.cl_waiting-peak") > 0 && e.count("queue.servers-peak") <= e.get(POOL_SIZE),
                            "cl_waiting " + e.count("queue.cl_waiting-peak") + ", "
                                    + Words.count(e.count("queue.servers-peak"), "server connection"))),
            Claim.when(
                    longQueue(),
                    "a-queue-too-long",
                    s -> "the queue is too long for query_wait_timeout (" + ms(s.get(QUERY_WAIT_TIMEOUT))
                            + "): without any fault some give up",
                    e -> Verdict.of(
                            e.count("queue.gave-up") > 0,
                            e.count("queue.gave-up") + " of " + e.get(CLIENTS))),
            Claim.when(
                    queue(fault -> fault == Fault.NONE),
                    "nothing-is-left",
                    s -> "no server connection is idle in transaction",
                    e -> Verdict.of(
                            e.count("queue.idle-in-transaction") == 0,
                            e.count("queue.idle-in-transaction") + " idle in transaction")),
            told("query-timeout-running", "query-timeout",
                    "a query that runs longer than query_timeout ends with 'query timeout'"),
            Claim.when(
                    part(Part.ERRORS),
                    "the-query-runs-on",
                    s -> "the server goes on with that query, although nobody waits for it any more",
                    e -> Verdict.of(
                            e.count("query-timeout.runs-on") == 1,
                            Words.count(e.count("query-timeout.runs-on"), "session") + " still at work")),
            told("query-timeout-waiting", "query-timeout-waiting",
                    "a query that waits as long ends with 'query_timeout', spelled with an underscore"),
            Claim.when(
                    part(Part.ERRORS),
                    "query-timeout-keeps-its-time",
                    s -> "neither before query_timeout (" + ms(s.get(QUERY_TIMEOUT)) + ")",
                    e -> Verdict.of(
                            Math.min(e.figure("query-timeout.after"), e.figure("query-timeout-waiting.after"))
                                    >= e.get(QUERY_TIMEOUT).toMillis(),
                            ms(e, "query-timeout.after") + ", " + ms(e, "query-timeout-waiting.after"))),
            told("idle-transaction-ends", "idle-transaction-timeout",
                    "a transaction that does nothing ends with 'idle transaction timeout'"),
            Claim.when(
                    part(Part.ERRORS),
                    "idle-transaction-keeps-its-time",
                    s -> "not before idle_transaction_timeout (" + ms(s.get(IDLE_TRANSACTION_TIMEOUT)) + ")",
                    e -> notBefore(e, "idle-transaction-timeout.after", IDLE_TRANSACTION_TIMEOUT)),
            told("clients-are-limited", "max-client-conn",
                    "one client too many is refused with 'no more connections allowed (max_client_conn)'"),
            Claim.when(
                    part(Part.ERRORS),
                    "the-console-counts",
                    s -> "it is refused when " + s.get(MAX_CLIENT_CONN) + " are there, the admin console among them",
                    e -> Verdict.of(
                            e.count("max-client-conn.open") == e.get(MAX_CLIENT_CONN),
                            Words.count(e.count("max-client-conn.open"), "client"))),
            Claim.when(
                    part(Part.ERRORS),
                    "the-console-gets-in",
                    s -> "another admin console gets in nevertheless",
                    e -> Verdict.of(
                            e.count("max-client-conn.console") == 1,
                            e.count("max-client-conn.console") == 1 ? "let in" : "refused")),
            told("logins-are-limited", "client-login-timeout",
                    "a login that does not come to its end is ended with 'client_login_timeout'"),
            Claim.when(
                    part(Part.ERRORS),
                    "one-code-for-all",
                    s -> "all of them have the same SQLSTATE, 08P01: only the text tells them apart",
                    e -> Verdict.of(
                            e.count("errors.met") > 0 && e.count("errors.08P01") == e.count("errors.met"),
                            e.count("errors.08P01") + " of " + e.count("errors.met"))),
            Claim.when(
                    part(Part.RESERVE).and(s -> s.get(RESERVE_POOL_SIZE) > 0),
                    "the-reserve-comes-late",
                    s -> "nobody gets a connection of the reserve before reserve_pool_timeout ("
                            + ms(s.get(RESERVE_POOL_TIMEOUT)) + ")",
                    e -> notBefore(e, "reserve.shortest", RESERVE_POOL_TIMEOUT)),
            Claim.when(
                    part(Part.RESERVE).and(s -> s.get(RESERVE_POOL_SIZE) > 0),
                    "the-reserve-opens",
                    s -> "then " + s.get(RESERVE_POOL_SIZE) + " more are served, by "
                            + s.get(POOL_SIZE) + " + " + s.get(RESERVE_POOL_SIZE) + " server connections",
                    e -> Verdict.of(
                            e.count("reserve.served") == e.get(RESERVE_POOL_SIZE)
                                    && e.count("reserve.servers-peak") == e.get(POOL_SIZE) + e.get(RESERVE_POOL_SIZE),
                            e.count("reserve.served") + " served, "
                                    + Words.count(e.count("reserve.servers-peak"), "server connection"))),
            Claim.when(
                    part(Part.RESERVE),
                    "the-reserve-ends",
                    s -> "the next client waits until query_wait_timeout, whatever the reserve",
                    e -> Verdict.of(
                            e.count("reserve.gave-up") == 1,
                            e.count("reserve.gave-up") + " refused with query_wait_timeout")),
            Claim.when(
                    part(Part.RESERVE).and(s -> s.get(RESERVE_POOL_SIZE) == 0),
                    "no-reserve",
                    s -> "without a reserve the pooler opens no more than " + Words.count(s.get(POOL_SIZE), "server connection"),
                    e -> Verdict.of(
                            e.count("reserve.served") == 0 && e.count("reserve.servers-peak") <= e.get(POOL_SIZE),
                            Words.count(e.count("reserve.servers-peak"), "server connection"))));

    private PoolerClaims() {}

    static Predicate<Settings> part(Part part) {
        return s -> s.get(PART).includes(part);
    }

    private static Predicate<Settings> queue(Predicate<Fault> fault) {
        return part(Part.QUEUE).and(s -> fault.test(s.get(FAULT)));
    }

    /** Only the number of requests makes them wait, and the wait stays well below the limit. */
    private static Predicate<Settings> shortQueue() {
        return queue(fault -> fault == Fault.TOO_FEW_SERVERS)
                .and(s -> Queue.expectedWait(s).multipliedBy(2).compareTo(s.get(QUERY_WAIT_TIMEOUT)) <= 0);
    }

    /** Or it would go far beyond. */
    private static Predicate<Settings> longQueue() {
        return queue(fault -> fault == Fault.TOO_FEW_SERVERS)
                .and(s -> Queue.expectedWait(s).compareTo(s.get(QUERY_WAIT_TIMEOUT).multipliedBy(2)) >= 0);
    }

    /** The limit's error came with its exact text and the pooler's code. */
    private static Claim told(String id, String limit, String text) {
        return Claim.when(
                part(Part.ERRORS),
                id,
                s -> text,
                e -> Verdict.of(
                        e.count(limit + ".told") == 1,
                        (e.count(limit + ".told") == 1 ? "told so" : "told something else") + " after " + ms(e, limit + ".after")));
    }

    private static Verdict notBefore(Evidence e, String figure, Parameter<Duration> limit) {
        return Verdict.of(e.figure(figure) >= e.get(limit).toMillis(), ms(e, figure));
    }

    private static Verdict servers(Evidence e, int active, int idleInTransaction) {
        return Verdict.of(
                e.count("queue.active") == active && e.count("queue.idle-in-transaction") == idleInTransaction,
                e.count("queue.active") + " at work, " + e.count("queue.idle-in-transaction") + " idle in transaction");
    }

    private static String ms(Duration duration) {
        return Unit.MILLISECONDS.format(duration.toMillis());
    }

    private static String ms(Evidence e, String figure) {
        return Unit.MILLISECONDS.format(e.figure(figure));
    }
}
