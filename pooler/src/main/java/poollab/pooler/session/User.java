package poollab.pooler.session;

import poollab.pooler.auth.Secret;
import poollab.pooler.config.UserEntry;

/** A user name: its limits from [users], how many connections it has, and what the auth file knows of it. */
public final class User {
    /** Nothing was set for this user: everything is inherited. */
    private static final UserEntry NOTHING_SET = new UserEntry("", -1, -1, null, -1, -1, -1, -1, -1, -1);

    public final String name;
    /** As in the auth file. */
    public final Credentials credentials;
    UserEntry limits = NOTHING_SET;
    /** Whether the auth file names this user, with a password or without. */
    boolean listed;
    /** Server connections. */
    int connections;
    int clientConnections;

    User(String name) {
        this.name = name;
        credentials = new Credentials(this, new Secret.None());
    }

    void limits(UserEntry entry) {
        limits = entry == null ? NOTHING_SET : entry;
    }

    public UserEntry limits() {
        return limits;
    }

    public int connections() {
        return connections;
    }

    public int clientConnections() {
        return clientConnections;
    }
}
