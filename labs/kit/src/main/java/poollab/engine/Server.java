package poollab.engine;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A running database server with the Bookstore database, lent to one session. Closing it leaves nothing behind. */
public interface Server extends AutoCloseable {
    /** Product and version as the server states them, for example {@code PostgreSQL 18.6}. */
    String product();

    EngineKind kind();

    String host();

    int port();

    /** The Bookstore database's name. */
    String database();

    /** The application's role: an ordinary one, which meets every limit an application meets. */
    Login application();

    /** The observer's role: it may look at everything, and has a connection slot of its own when the others are gone. */
    Login observer();

    /** JDBC URL of the Bookstore database, without user, password or parameters. */
    String url();

    /** The application's JDBC URL, login included: see {@link Login#at}. */
    default String text(String application) {
        return application().at(url(), application);
    }

    /** A connection as the observer. The caller closes it. Application name {@code poollab observer}. */
    Connection observe() throws SQLException;

    /** A folder for files of this session that only its owner may read; gone after {@link #close()}, or swept later. */
    Path folder();

    /** Where programs beside the server keep their files, each in a folder of its own: see {@link Neighbour}. */
    Folders folders();

    /** Time from the start of the engine to the first successful login. */
    Duration readyAfter();

    /**
     * The server's client backends, in the order of their start. The observer's own session is not among them.
     *
     * @param observer a connection of {@link #observe()}
     */
    List<Session> sessions(Connection observer) throws SQLException;

    /**
     * Stops the server in good order and starts it again: same port, same data, same logins. Its clients are told 57P01 and
     * disconnected. One that was stopped or killed is started; after a kill it recovers from its log what was committed.
     *
     * @param settings PostgreSQL's settings that shall differ from those the server was first started with; empty to be as it
     *     was
     * @throws EnvironmentMissing when it does not stop, or does not come up with these settings
     */
    void restart(Map<String, String> settings);

    /**
     * Starts another server beside this one, with its own copy of the Bookstore database. The caller closes it.
     *
     * @param settings PostgreSQL's settings that differ; {@code ssl} → {@code on} makes it offer TLS, with a fresh
     *     self-signed certificate
     * @return empty where this engine cannot
     * @throws EnvironmentMissing when this machine cannot
     */
    default Optional<Server> beside(Map<String, String> settings) {
        return Optional.empty();
    }

    /**
     * Starts a streaming standby of this server beside it: a server with a port of its own and the same logins that
     * replays what this one commits, some milliseconds later, and refuses to write (25006). The caller closes it; it may
     * outlive this one.
     *
     * @param settings PostgreSQL's settings that differ from this server's, {@code recovery_min_apply_delay} for one
     * @return empty where this engine cannot
     * @throws EnvironmentMissing when this machine cannot
     */
    default Optional<Server> standby(Map<String, String> settings) {
        return Optional.empty();
    }

    /**
     * Makes a standby a server that writes. Returns when it does; its sessions stay. The other server does not notice.
     *
     * @throws SQLException when this is no standby (55000), or cannot be reached
     * @throws EnvironmentMissing when it takes longer than a minute
     */
    default void promote() throws SQLException {
        try (Connection observer = observe();
                Statement statement = observer.createStatement();
                ResultSet row = statement.executeQuery("select pg_promote(true, 60)")) {
            row.next();
            if (!row.getBoolean(1)) {
                throw new EnvironmentMissing("The standby did not become a primary within a minute.", "Look into its log.");
            }
        }
    }

    /**
     * Restarts this server as a standby of another, on the port it has. Both must come from the same data, and this one must
     * have been stopped in good order before the other was promoted: else it has commits that the other never saw, and
     * does not start to stream.
     *
     * @throws UnsupportedOperationException where {@link #standby} is empty
     * @throws EnvironmentMissing when it does not come up
     */
    default void follow(Server primary) {
        throw new UnsupportedOperationException("no standby on this engine");
    }

    /**
     * Stops the server in good order and keeps its data; {@link #restart} or {@link #follow} starts it again. Its clients
     * are told 57P01, its standbys get all it has committed. Safe to call twice.
     *
     * @throws EnvironmentMissing when it does not stop
     */
    void stop();

    /** Stops the server without a chance to say good-bye, as a crash would. Its clients see their connections break. */
    void kill();

    /** Stops the server and removes its files. Safe to call twice. */
    @Override
    void close();
}
