package poollab.labs.waiting;

import static poollab.labs.waiting.PoolerClaims.part;
import static poollab.labs.waiting.Waiting.CLIENT_POOL;
import static poollab.labs.waiting.Waiting.CONNECTIONS_EACH;
import static poollab.labs.waiting.Waiting.GATEWAY_TIMEOUT;
import static poollab.labs.waiting.Waiting.ORDER;
import static poollab.labs.waiting.Waiting.THREADS;
import static poollab.labs.waiting.Waiting.UNLOCK;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;
import poollab.bench.Words;

/** What a run of lab 10 must show of the application's own waiting, whatever its settings. */
final class ApplicationClaims {
    static final List<Claim> ALL = List.of(
            Claim.when(
                    part(Part.NESTED).and(stuck()),
                    "the-pool-stops",
                    s -> "a pool of " + s.get(CLIENT_POOL) + " stops: all " + s.get(THREADS)
                            + " requests wait for a connection, and none ends before one has given up",
                    e -> Verdict.of(
                            e.count("nested.waiting") == e.get(THREADS) && e.count("nested.first") == 0 && e.count("nested.gave-up") > 0,
                            e.count("nested.waiting") + " waiting, " + e.count("nested.first") + " served before one of "
                                    + e.count("nested.gave-up") + " gave up")),
            Claim.when(
                    part(Part.NESTED).and(stuck()),
                    "the-database-waits-too",
                    s -> "the database has nothing to do: all " + Words.count(s.get(CLIENT_POOL), "session") + " idle in transaction",
                    e -> Verdict.of(
                            e.count("nested.active") == 0 && e.count("nested.idle-in-transaction") == e.get(CLIENT_POOL),
                            e.count("nested.idle-in-transaction") + " idle in transaction, " + e.count("nested.active") + " at work")),
            Claim.when(
                    part(Part.NESTED).and(stuck().negate()),
                    "the-pool-goes-on",
                    s -> "a pool of " + s.get(CLIENT_POOL) + " serves all " + s.get(THREADS) + " (enough: " + formula(s) + ")",
                    e -> Verdict.of(
                            e.count("nested.served") == e.get(THREADS) && e.count("nested.gave-up") == 0,
                            e.count("nested.served") + " served, " + e.count("nested.gave-up") + " gave up")),
            Claim.when(
                    unlocks(Unlock.IN_FINALLY),
                    "the-real-error-is-hidden",
                    s -> "the caller is told 25P02, that the transaction is aborted, and not why",
                    e -> Verdict.of(
                            e.count("unlock.hidden") == 1 && e.count("unlock.told") == 0,
                            e.count("unlock.hidden") == 1 ? "25P02" : "another error")),
            Claim.when(
                    unlocks(Unlock.IN_FINALLY),
                    "the-lock-is-stranded",
                    s -> "the lock stays with the pooled connection, and the next job does not get it",
                    e -> Verdict.of(
                            e.count("unlock.stranded") == 1 && e.count("unlock.next") == 0,
                            locks(e))),
            Claim.when(
                    unlocks(Unlock.AFTER_ROLLBACK).or(unlocks(Unlock.WITH_TRANSACTION)),
                    "the-real-error-is-told",
                    s -> "the caller is told what went wrong: 23514, the stock cannot fall below nothing",
                    e -> Verdict.of(
                            e.count("unlock.told") == 1 && e.count("unlock.hidden") == 0,
                            e.count("unlock.told") == 1 ? "23514" : "another error")),
            Claim.when(
                    unlocks(Unlock.AFTER_ROLLBACK).or(unlocks(Unlock.WITH_TRANSACTION)),
                    "the-lock-is-free",
                    s -> "no lock is left, and the next job gets it",
                    e -> Verdict.of(
                            e.count("unlock.stranded") == 0 && e.count("unlock.next") == 1,
                            locks(e))),
            Claim.when(
                    layers(Order.WRONG),
                    "the-gateway-answers",
                    s -> "whatever the cause, the user gets the gateway's error: HTTP 504",
                    e -> Verdict.of(all(e, "status", 504), statuses(e))),
            Claim.when(
                    layers(Order.WRONG),
                    "not-before-the-gateway",
                    s -> "none before the gateway's limit (" + Unit.MILLISECONDS.format(s.get(GATEWAY_TIMEOUT).toMillis()) + ")",
                    e -> Verdict.of(
                            Layers.ALL.stream().allMatch(l -> e.figure(l + ".answered") >= e.get(GATEWAY_TIMEOUT).toMillis()),
                            answered(e))),
            Claim.when(
                    layers(Order.WRONG),
                    "work-for-nobody",
                    s -> "and all three requests go on inside, for a user who has left",
                    e -> Verdict.of(all(e, "goes-on", 1), going(e))),
            Claim.when(
                    layers(Order.RIGHT),
                    "the-cause-answers",
                    s -> "the user gets the error of what it waited for: HTTP 503, each in its own words",
                    e -> Verdict.of(all(e, "status", 503) && all(e, "own-words", 1), statuses(e))),
            Claim.when(
                    layers(Order.RIGHT),
                    "nothing-goes-on",
                    s -> "and nothing goes on inside",
                    e -> Verdict.of(all(e, "goes-on", 0), going(e))));

    private ApplicationClaims() {}

    private static Predicate<Settings> stuck() {
        return s -> s.get(CONNECTIONS_EACH) > 1 && s.get(CLIENT_POOL) < Nested.enough(s);
    }

    private static String formula(Settings s) {
        return s.get(THREADS) + " × (" + s.get(CONNECTIONS_EACH) + " − 1) + 1 = " + Nested.enough(s);
    }

    private static Predicate<Settings> unlocks(Unlock how) {
        return part(Part.UNLOCK).and(s -> s.get(UNLOCK) == how);
    }

    private static Predicate<Settings> layers(Order order) {
        return part(Part.LAYERS).and(s -> s.get(ORDER) == order);
    }

    private static String locks(Evidence e) {
        return Words.count(e.count("unlock.stranded"), "lock") + " left, the next job "
                + (e.count("unlock.next") == 1 ? "got it" : "did not get it");
    }

    private static boolean all(Evidence e, String figure, long value) {
        return Layers.ALL.stream().allMatch(layer -> e.count(layer + "." + figure) == value);
    }

    private static String statuses(Evidence e) {
        return each(layer -> layer + " " + e.count(layer + ".status"));
    }

    private static String answered(Evidence e) {
        return each(layer -> Unit.MILLISECONDS.format(e.figure(layer + ".answered")));
    }

    private static String going(Evidence e) {
        return Layers.ALL.stream().mapToLong(layer -> e.count(layer + ".goes-on")).sum() + " of " + Layers.ALL.size();
    }

    private static String each(Function<String, String> words) {
        return String.join(", ", Layers.ALL.stream().map(words).toList());
    }
}
