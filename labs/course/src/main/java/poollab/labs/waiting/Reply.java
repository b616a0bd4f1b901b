package poollab.labs.waiting;

import java.sql.SQLException;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;

/**
 * What a client got.
 *
 * @param state SQLSTATE, {@code –} for an error without one, empty when it was served
 * @param text the error's first line, without its severity
 * @param ms how long it took
 */
record Reply(String state, String text, double ms) {
    /** protocol_violation: the SQLSTATE of all that a pooler itself says. */
    static final String POOLERS_CODE = "08P01";

    interface Work {
        void run() throws Exception;
    }

    /** Runs it and takes what becomes of it. */
    static Reply of(Bench bench, Work work) throws Exception {
        long begin = bench.nanos();
        try {
            work.run();
            return new Reply("", "served", since(bench, begin));
        } catch (SQLException e) {
            return new Reply(state(e), text(e), since(bench, begin));
        }
    }

    static String state(SQLException e) {
        return e.getSQLState() == null ? "–" : e.getSQLState();
    }

    static String text(SQLException e) {
        return e.getMessage().lines().findFirst().orElse("").replaceFirst("^(ERROR|FATAL): ", "");
    }

    private static double since(Bench bench, long begin) {
        return (bench.nanos() - begin) / 1e6;
    }

    boolean served() {
        return state.isEmpty();
    }

    /** Whether it is this error of a pooler, with its code. */
    boolean isThePoolers(String words) {
        return state.equals(POOLERS_CODE) && text.equals(words);
    }

    void tell(Bench bench, String actor, String what) {
        String got = served() ? text : state + " " + text;
        bench.event(actor, served() ? Outcome.OK : Outcome.FAILED, what + got + " after " + Unit.MILLISECONDS.format(ms));
    }

    void tell(Bench bench, String actor) {
        tell(bench, actor, "");
    }
}
