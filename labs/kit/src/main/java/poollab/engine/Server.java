package poollab.engine;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
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
     * disconnected.
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

    /** Stops the server without a chance to say good-bye, as a crash would. Its clients see their connections break. */
    void kill();

    /** Stops the server and removes its files. Safe to call twice. */
    @Override
    void close();
}
