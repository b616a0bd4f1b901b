package poollab.load;

import java.io.Serializable;
import java.sql.SQLException;

/**
 * All errors of one SQLSTATE.
 *
 * @param sqlState five characters; {@code -----} for what is no database error
 * @param firstText the message of the first one
 * @param firstAtMs when that was, in milliseconds since the counting began; negative during the warm-up
 */
public record Failure(String sqlState, long count, String firstText, double firstAtMs) implements Serializable {
    private static final String NO_STATE = "-----";

    static Failure of(Exception e, double atMs) {
        String state = e instanceof SQLException sql && sql.getSQLState() != null ? sql.getSQLState() : NO_STATE;
        return new Failure(state, 1, text(e), atMs);
    }

    /** A pool's complaint names the server's as its cause. */
    private static String text(Exception e) {
        String text = e.getMessage() == null ? e.toString() : e.getMessage();
        String cause = e.getCause() instanceof SQLException inner ? inner.getMessage() : null;
        return cause == null || text.contains(cause) ? text : text + " – " + cause;
    }

    /** Both together, the earlier first. */
    Failure plus(Failure other) {
        Failure first = other.firstAtMs < firstAtMs ? other : this;
        return new Failure(sqlState, count + other.count, first.firstText, first.firstAtMs);
    }
}
