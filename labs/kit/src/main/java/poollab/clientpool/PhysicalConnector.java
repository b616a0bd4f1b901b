package poollab.clientpool;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Opens a physical connection: a socket, a login, a backend on the server. */
@FunctionalInterface
public interface PhysicalConnector {
    /** The JDBC driver that {@link java.sql.DriverManager} finds for the text. */
    PhysicalConnector DRIVER = new DriverConnector();

    /**
     * @param text a JDBC URL with user and password among its parameters
     * @param left what is left of the caller's connect timeout, more than zero. A connector that takes longer is not
     *     interrupted; the caller then gets its connection late
     * @throws SQLException the server's or the network's refusal; the caller of the pool gets this very exception
     */
    Connection connect(String text, Duration left) throws SQLException;

    /**
     * Opens one as somebody. A connector that knows no identities refuses all but {@link Identity#OF_TEXT}.
     *
     * @throws SQLException also when the identity could not be had, SQLSTATE 28000 when it is refused here
     */
    default Connection connect(String text, Identity identity, Duration left) throws SQLException {
        if (identity == Identity.OF_TEXT) return connect(text, left);
        throw new SQLException("This connector takes who logs in from the text alone, not from a " + identity + ".", "28000");
    }
}
