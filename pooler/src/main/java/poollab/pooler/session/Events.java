package poollab.pooler.session;

/**
 * Tells what happens in the pooler, as it happens, in the pooler's own thread: whoever listens must be quick and must not
 * change anything.
 */
public interface Events {
    Events NONE = new Events() {};

    /** A client is logged in. */
    default void connected(Client client) {}

    default void disconnected(Client client, String reason) {}

    /** A client needs a server connection, and none is free. */
    default void waiting(Client client) {}

    /** A client has got a server connection. */
    default void assigned(Client client, Server server) {}

    /** A server connection is free again. */
    default void released(Server server) {}

    /** A new server connection is logged in. */
    default void opened(Server server) {}

    default void closed(Server server, String reason) {}

    /** The server refused a login. */
    default void loginFailed(Pool pool, String message) {}
}
