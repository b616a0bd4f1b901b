package poollab.labs.sessionstate;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Settings;
import poollab.bench.Verdict;
import poollab.bench.Words;

/** What the thirteen features of lab 08 must show. */
final class MatrixClaims {
    private static final Predicate<Settings> MATRIX = s -> s.get(SessionState.PART).includes(Part.MATRIX);
    private static final List<Mode> SHARED = List.of(Mode.TRANSACTION, Mode.STATEMENT);
    private static final List<Feature> FOLLOWED = List.of(Feature.SEARCH_PATH, Feature.APPLICATION_NAME, Feature.TIME_ZONE);
    /** Of a session, and of nothing that the pooler follows. */
    private static final List<Feature> OWN = Arrays.stream(Feature.values())
            .filter(feature -> !feature.local() && !FOLLOWED.contains(feature)).toList();

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
                        long kept = kept(e, Mode.SESSION, List.of(Feature.values()));
                        return Verdict.of(kept == Feature.values().length && e.count("session.moved") == 0, kept + " kept");
                    }),
            Claim.when(MATRIX, "a-library-survives-the-reset", s -> "session mode: only LOAD leaks, DISCARD ALL does not unload",
                    e -> {
                        long leaks = e.count("session.leaks");
                        long load = e.count("session.load.found");
                        return Verdict.of(leaks == 1 && load == 1, leaks + " leaks, LOAD: " + load);
                    }),
            Claim.when(MATRIX, "sessions-leak", s -> "transaction and statement mode: B finds whatever A's session had, and the pooler does not follow",
                    e -> {
                        long found = SHARED.stream().mapToLong(mode -> found(e, mode, OWN)).sum();
                        return Verdict.of(found == 2L * OWN.size(), found + " of " + 2 * OWN.size());
                    }),
            Claim.when(MATRIX, "a-loses-it", s -> "transaction mode: and A itself, moved to another backend, has only its RESET",
                    e -> {
                        long kept = kept(e, Mode.TRANSACTION, OWN);
                        return Verdict.of(kept == 1 && e.count("transaction.reset.kept") == 1, kept + " of " + OWN.size() + " kept");
                    }),
            Claim.when(MATRIX, "local-is-safe", s -> "transaction mode: SET LOCAL and ON COMMIT DROP work",
                    e -> {
                        List<Feature> local = Stream.of(Feature.values()).filter(Feature::local).toList();
                        long kept = kept(e, Mode.TRANSACTION, local);
                        long found = found(e, Mode.TRANSACTION, local);
                        return Verdict.of(kept == 2 && found == 0, kept + " kept, " + found + " found");
                    }),
            Claim.when(MATRIX, "followed-is-safe", s -> "transaction and statement mode: search_path, application_name and TimeZone work,"
                            + " for the pooler follows them",
                    e -> {
                        long kept = SHARED.stream().mapToLong(mode -> kept(e, mode, FOLLOWED)).sum();
                        long found = SHARED.stream().mapToLong(mode -> found(e, mode, FOLLOWED)).sum();
                        return Verdict.of(kept == 6 && found == 0, kept + " kept, " + found + " found");
                    }),
            Claim.when(MATRIX, "only-statement-mode-refuses-transactions", s -> "only statement mode refuses, and only what needs a transaction",
                    e -> {
                        long statement = e.count("statement.refused");
                        long others = e.count("session.refused") + e.count("transaction.refused");
                        return Verdict.of(statement == 2 && others == 0, statement + " against " + others);
                    }));

    private MatrixClaims() {}

    private static long kept(Evidence e, Mode mode, List<Feature> features) {
        return features.stream().mapToLong(feature -> e.count(mode + "." + Words.of(feature) + ".kept")).sum();
    }

    private static long found(Evidence e, Mode mode, List<Feature> features) {
        return features.stream().mapToLong(feature -> e.count(mode + "." + Words.of(feature) + ".found")).sum();
    }
}
