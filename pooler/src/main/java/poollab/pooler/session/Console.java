package poollab.pooler.session;

import java.nio.ByteBuffer;

/** What answers clients of the database {@code pgbouncer}. */
public interface Console {
    /** One client's side of it. */
    interface Session {
        /** @return how many bytes are dealt with; 0 to be called again with more */
        int message(ByteBuffer in, int at, int to, long size);

        /** The same operating system's user runs the pooler: no password is asked. */
        boolean isOwnUser();

        void cancel();

        void gone();
    }

    /** Whether this user may try to log in to the console without being in the auth file. */
    boolean admits(Client client, String user);

    /** Opens the client's session, or disconnects the client and answers false. */
    boolean enter(Client client);

    /** PAUSE and WAIT_CLOSE are answered when it is so far. */
    void paused();

    void allClosed();

    void suspended();

    /** Nothing is paused any more, and whoever waits for a pause waits in vain. */
    void resumed();
}
