package poollab.clientpool;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a borrower changed through JDBC, with the values found before the first change, so that the return costs
 * nothing for a borrower who changed nothing. Autocommit is not among them: every return turns it on.
 */
final class JdbcState {
    private Boolean readOnly;
    private Integer isolation;
    private Integer holdability;
    private Integer networkTimeout;

    /** Called before a method of the borrowed connection runs. */
    void before(String method, Connection physical) throws SQLException {
        switch (method) {
            case "setReadOnly" -> readOnly = readOnly != null ? readOnly : (Boolean) physical.isReadOnly();
            case "setTransactionIsolation" ->
                isolation = isolation != null ? isolation : (Integer) physical.getTransactionIsolation();
            case "setHoldability" -> holdability = holdability != null ? holdability : (Integer) physical.getHoldability();
            case "setNetworkTimeout" ->
                networkTimeout = networkTimeout != null ? networkTimeout : (Integer) physical.getNetworkTimeout();
            default -> {}
        }
    }

    /** Puts the found values back; the connection must be outside a transaction. */
    void restore(Connection physical) throws SQLException {
        if (readOnly != null) physical.setReadOnly(readOnly);
        if (isolation != null) physical.setTransactionIsolation(isolation);
        if (holdability != null) physical.setHoldability(holdability);
        if (networkTimeout != null) physical.setNetworkTimeout(Runnable::run, networkTimeout);
        readOnly = null;
        isolation = null;
        holdability = null;
        networkTimeout = null;
    }
}
