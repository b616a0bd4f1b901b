package poollab.pooler.session;

import java.util.HashMap;
import java.util.Map;
import poollab.pooler.auth.Secret;
import poollab.pooler.config.DatabaseEntry;
import poollab.pooler.config.Key;

/** A database as clients name it. */
public final class Database {
    public final String name;
    final Core core;
    /** The console, which no server stands behind. */
    final boolean admin;
    /** Not a database at all, but another pooler. */
    private boolean peer;
    DatabaseEntry entry;
    /** Set when every connection logs in as the same user, whoever the client is. */
    Credentials forced;
    final Map<Credentials, Pool> pools = new HashMap<>();
    /** By name, what auth_query said of users: one object for each, so that all their logins share one pool. */
    final Map<String, Credentials> lookedUp = new HashMap<>();

    boolean paused;
    boolean waitingForClose;
    boolean disabled;
    int connections;
    int clientConnections;
    /** Made from the {@code *} entry and without connections since then (microseconds); 0 when in use. */
    long inactiveSince;

    Database(Core core, DatabaseEntry entry, boolean admin) {
        this.core = core;
        this.name = entry.name();
        this.admin = admin;
        this.entry = entry;
    }

    static Database ofPeer(Core core, DatabaseEntry entry) {
        Database database = new Database(core, entry, false);
        database.peer = true;
        return database;
    }

    boolean isPeer() {
        return peer;
    }

    public DatabaseEntry entry() {
        return entry;
    }

    public boolean isAdmin() {
        return admin;
    }

    public boolean isPaused() {
        return paused;
    }

    public boolean isDisabled() {
        return disabled;
    }

    /** Lets no new clients in; those that are there stay. */
    public void disable(boolean disabled) {
        this.disabled = disabled;
    }

    Credentials lookedUp(User user, Secret secret) {
        Credentials credentials = lookedUp.computeIfAbsent(user.name, name -> new Credentials(user, secret));
        credentials.replace(secret);
        return credentials;
    }

    public String forcedUser() {
        return forced == null ? null : forced.name();
    }

    /** Server connections of all its pools. */
    public int connections() {
        return connections;
    }

    public int clientConnections() {
        return clientConnections;
    }

    /** Most server connections over all its pools; 0 for no limit. */
    public int maxConnections() {
        return entry.maxDbConnections() > 0 ? entry.maxDbConnections() : core.settings().number(Key.MAX_DB_CONNECTIONS);
    }

    public int maxClientConnections() {
        return entry.maxDbClientConnections() > 0 ? entry.maxDbClientConnections() : core.settings().number(Key.MAX_DB_CLIENT_CONNECTIONS);
    }

    public int minPoolSize() {
        return entry.minPoolSize() >= 0 ? entry.minPoolSize() : core.settings().number(Key.MIN_POOL_SIZE);
    }
}
