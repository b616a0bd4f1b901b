package poollab.labs.failover;

import java.sql.SQLException;

/**
 * One try to place one order.
 *
 * @param number of this client's orders; a failed one is not tried again, the next one is
 * @param begun nanoseconds; when it asked for a connection
 * @param ended nanoseconds; when the connection was given back, or there was none
 * @param borrowed whether it got a connection
 * @param error null when the server has acknowledged the order
 */
record Attempt(int client, long number, long begun, long ended, boolean borrowed, SQLException error) {
    private static final String READ_ONLY = "25006";
    private static final String CUT_BY_THE_POOLER = "08P01";

    boolean acknowledged() {
        return error == null;
    }

    /** SQLSTATE; five hyphens where an error has none. */
    String state() {
        return error.getSQLState() == null ? "-----" : error.getSQLState();
    }

    /** It got no connection. */
    boolean refused() {
        return !acknowledged() && !borrowed;
    }

    /** Its connection broke: whether the order was placed it cannot know. */
    boolean lost() {
        return !acknowledged() && borrowed && (state().startsWith("08") || state().startsWith("57P"));
    }

    /** Its connection was dead before: a pooler that cuts a client, 08P01, is another matter. */
    boolean dead() {
        return lost() && !state().equals(CUT_BY_THE_POOLER);
    }

    boolean readOnly() {
        return !acknowledged() && state().equals(READ_ONLY);
    }
}
