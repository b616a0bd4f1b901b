package poollab.labs.sessionstate;

import static poollab.labs.sessionstate.ReportClaims.is;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Verdict;
import poollab.bench.Words;
import poollab.labs.sessionstate.Isolation.Reset;
import poollab.labs.sessionstate.Isolation.Way;

/** What is left behind in lab 08: a lock, a table, a LISTEN, an isolation level. */
final class LeftBehindClaims {
    private static final Predicate<Settings> LEFT = s -> s.get(SessionState.PART).includes(Part.LEFT_BEHIND);
    private static final Predicate<Settings> ISOLATION = s -> s.get(SessionState.PART).includes(Part.ISOLATION);

    static final List<Claim> ALL = List.of(
            Claim.when(LEFT, "the-lock-stays", s -> "A has gone, and its lock is held by the server connection",
                    e -> {
                        long clients = e.count("lock.clients");
                        long held = e.count("lock.held");
                        return Verdict.of(clients == 0 && held == 1, clients + " clients, held: " + held);
                    }),
            Claim.when(LEFT, "b-takes-the-lock-again", s -> "B takes the lock that A holds, and can unlock it once for A, too",
                    e -> {
                        long taken = e.count("lock.taken-again");
                        long unlocks = e.count("lock.unlocks");
                        return Verdict.of(taken == 1 && unlocks == 2, "taken: " + taken + ", unlocked " + unlocks + " times");
                    }),
            Claim.when(LEFT, "others-find-it-taken", s -> "on another backend the lock is taken, by nobody who is there",
                    e -> is(e, "lock.elsewhere", 0)),
            Claim.when(LEFT, "b-has-the-table", s -> "B reads A's temporary table, writes into it, and cannot create its own: 42P07",
                    e -> {
                        long all = e.count("table.read") + e.count("table.written") + e.count("table.taken");
                        return Verdict.of(all == 3, all + " of 3");
                    }),
            Claim.when(LEFT, "the-wrong-client-hears", s -> "A listens; the notification goes to B",
                    e -> {
                        long a = e.count("listen.a");
                        long b = e.count("listen.b");
                        return Verdict.of(a == 0 && b == 1, "A " + a + ", B " + b);
                    }),
            Claim.when(ISOLATION, "jdbc-is-reset", s -> "at the server: what JDBC set is reset by each pool",
                    e -> nextAreSerializable(e, "direct", Way.JDBC, 0, Reset.values())),
            Claim.when(ISOLATION, "sql-survives", s -> "at the server: what SQL set survives a pool that restores what JDBC set",
                    e -> nextAreSerializable(e, "direct", Way.SQL, 2, Reset.HIKARI, Reset.JDBC_ONLY)),
            Claim.when(ISOLATION, "discard-all-resets-it", s -> "at the server: DISCARD ALL resets that, too",
                    e -> nextAreSerializable(e, "direct", Way.SQL, 0, Reset.DISCARD_ALL)),
            Claim.when(ISOLATION, "every-reset-misses", s -> "behind a pooler: it survives every reset, however it was set",
                    e -> {
                        long survived = count(e, "pooled", Way.JDBC, Reset.values()) + count(e, "pooled", Way.SQL, Reset.values());
                        return Verdict.of(survived == 6, survived + " of 6 survived");
                    }));

    private LeftBehindClaims() {}

    private static Verdict nextAreSerializable(Evidence e, String where, Way way, long wanted, Reset... resets) {
        long count = count(e, where, way, resets);
        return Verdict.of(count == wanted, count + " of " + resets.length + " survived");
    }

    private static long count(Evidence e, String where, Way way, Reset... resets) {
        return Stream.of(resets)
                .mapToLong(reset -> e.count("isolation." + where + "." + Words.of(reset) + "-" + Words.of(way)))
                .sum();
    }
}
