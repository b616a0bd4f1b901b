package poollab.labs.sessionstate;

import static poollab.labs.PoolerKnob.POOLER;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Verdict;
import poollab.bench.pooler.PoolerKind;

/** What the thirteen features of lab 08 must show. */
final class MatrixClaims {
    private static final Predicate<Settings> MATRIX = s -> s.get(SessionState.PART).includes(Part.MATRIX);
    private static final List<Mode> SHARED = List.of(Mode.TRANSACTION, Mode.STATEMENT);
    private static final long OWN = Stream.of(Feature.values()).filter(Feature::own).count();
    private static final long LOCAL = Stream.of(Feature.values()).filter(Feature::local).count();
    private static final long FOLLOWED = Stream.of(Feature.values()).filter(Feature::followed).count();

    static final List<Claim> ALL = List.of(
            Claim.when(MATRIX, "all-cells-measured", s -> "A used each feature in each mode, and B looked wherever A had been",
                    e -> {
                        long cells = e.count("matrix.cells");
                        long done = Stream.of(Mode.values()).mapToLong(mode ->
                                e.count(mode + ".searched") + e.count(mode + ".refused")).sum();
                        return Verdict.of(cells == done && cells == 39, done + " of " + cells);
                    }),
            Claim.when(MATRIX, "a-session-keeps-its-own", s -> "session mode: A has everything later, on the same backend",
                    e -> {
                        long kept = Stream.of("own", "local", "followed", "search-path")
                                .mapToLong(kind -> e.count("session." + kind + "-kept")).sum();
                        return Verdict.of(kept == Feature.values().length && e.count("session.moved") == 0, kept + " kept");
                    }),
            Claim.when(MATRIX, "a-library-survives-the-reset", s -> "session mode: only LOAD leaks, DISCARD ALL does not unload",
                    e -> {
                        long leaks = e.count("session.leaks");
                        long load = e.count("session.load-found");
                        return Verdict.of(leaks == 1 && load == 1, leaks + " leaks, LOAD: " + load);
                    }),
            Claim.when(MATRIX, "sessions-leak", s -> "transaction and statement mode: B finds all of A's session"
                            + " that the pooler does not follow",
                    e -> {
                        long found = both(e, "own-found");
                        return Verdict.of(found == 2 * OWN, found + " of " + 2 * OWN);
                    }),
            Claim.when(MATRIX, "a-loses-it", s -> "transaction mode: and A itself, moved to another backend, has only its RESET",
                    e -> {
                        long kept = e.count("transaction.own-kept");
                        return Verdict.of(kept == 1 && e.count("transaction.reset-kept") == 1, kept + " of " + OWN + " kept");
                    }),
            Claim.when(MATRIX, "local-is-safe", s -> "transaction mode: SET LOCAL and ON COMMIT DROP work",
                    e -> {
                        long kept = e.count("transaction.local-kept");
                        long found = e.count("transaction.local-found");
                        return Verdict.of(kept == LOCAL && found == 0, kept + " kept, " + found + " found");
                    }),
            Claim.when(MATRIX, "followed-is-safe", s -> "transaction and statement mode: application_name and TimeZone work,"
                            + " for the pooler follows them",
                    e -> {
                        long kept = both(e, "followed-kept");
                        long found = both(e, "followed-found");
                        return Verdict.of(kept == 2 * FOLLOWED && found == 0, kept + " kept, " + found + " found");
                    }),
            Claim.when(MATRIX.and(s -> s.get(POOLER) == PoolerKind.BUNDLED), "search-path-is-followed",
                    s -> "transaction and statement mode: search_path works, for this server reports it and the bundled pooler follows it",
                    e -> searchPath(e, 2, 0)),
            Claim.when(MATRIX.and(s -> s.get(POOLER) == PoolerKind.PGBOUNCER), "search-path-leaks",
                    s -> "transaction and statement mode: search_path leaks, for PgBouncer does not follow it"
                            + " by default",
                    e -> searchPath(e, 0, 2)),
            Claim.when(MATRIX, "only-statement-mode-refuses-transactions", s -> "only statement mode refuses, and only what needs a transaction",
                    e -> {
                        long statement = e.count("statement.refused");
                        long others = e.count("session.refused") + e.count("transaction.refused");
                        return Verdict.of(statement == LOCAL && others == 0, statement + " against " + others);
                    }));

    private MatrixClaims() {}

    private static Verdict searchPath(Evidence e, long kept, long found) {
        long hasIt = both(e, "search-path-kept");
        long findsIt = both(e, "search-path-found");
        return Verdict.of(hasIt == kept && findsIt == found, "kept " + hasIt + ", found " + findsIt + " of 2");
    }

    private static long both(Evidence e, String figure) {
        return SHARED.stream().mapToLong(mode -> e.count(mode + "." + figure)).sum();
    }
}
