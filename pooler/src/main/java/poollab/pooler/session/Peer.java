package poollab.pooler.session;

import poollab.pooler.net.Conn;

/** What clients and server connections have in common for whoever looks at them: a row of SHOW CLIENTS or SHOW SERVERS. Times are in microseconds since 1970, 0 when there is none. */
public sealed interface Peer permits Client, Server {
    Conn conn();

    long id();

    /** As PgBouncer calls the state. */
    String stateName();

    Pool pool();

    /** Null before the startup message. */
    String databaseName();

    String userName();

    /** The one at the other end; null when there is none. */
    Peer linked();

    long connectTime();

    long requestTime();

    /** When the query began that runs or waits: from there PgBouncer counts what it shows as {@code wait}. */
    long waitStart();

    boolean closeNeeded();

    /** The process at the other end, where it is known; else 0. */
    int remotePid();

    int preparedStatements();

    /** What is missing of a message that is being forwarded, in bytes. */
    long remaining();

    String applicationName();
}
