package poollab.clientpool;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/**
 * What the session on the server forgets between two borrowers. The pool itself always rolls back an open transaction,
 * turns autocommit on and restores what the borrower changed through JDBC (read-only, isolation, holdability, network
 * timeout); this is the rest.
 *
 * <p>SqlClient and Npgsql put their reset in front of the next borrower's first command, which saves a round trip and
 * leaves the old state on the server until then. Here it happens on return and costs one round trip: an idle connection
 * is clean on the server, so a look at the server shows what the pool says. SqlClient's reset
 * ({@code sp_reset_connection}) keeps the isolation level of the last borrower; this pool's restores it, because a next
 * borrower who runs SERIALIZABLE without knowing is a fault to show, not to have.
 */
@FunctionalInterface
public interface ConnectionReset {
    /**
     * Everything a PostgreSQL session has gathered: settings, prepared statements, cursors, temporary tables, advisory
     * locks, LISTENs. pgjdbc notices it and prepares its statements anew.
     */
    ConnectionReset DISCARD_ALL = physical -> {
        try (Statement statement = physical.createStatement()) {
            statement.execute("DISCARD ALL");
        }
    };

    /** {@link #DISCARD_ALL} on PostgreSQL; nothing elsewhere, where no statement resets a session. */
    ConnectionReset FULL = physical -> {
        if (physical.isWrapperFor(PGConnection.class)) DISCARD_ALL.reset(physical);
    };

    /** Nothing: what the last borrower set, the next one finds. */
    ConnectionReset NONE = physical -> {};

    /**
     * @param physical in autocommit mode, no transaction open
     * @throws SQLException the connection is then closed instead of kept
     */
    void reset(Connection physical) throws SQLException;
}
