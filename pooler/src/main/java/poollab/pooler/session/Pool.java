package poollab.pooler.session;

import java.util.List;
import java.util.function.Consumer;
import poollab.pooler.config.Key;
import poollab.pooler.config.PoolMode;
import poollab.pooler.config.UserEntry;
import poollab.pooler.net.Chain;
import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/** The connections of one user to one database: clients on one side, server connections on the other, each in the chain of its state. */
public final class Pool {
    public final Database database;
    public final Credentials credentials;
    final Core core;

    public final Chain<Client> activeClients = new Chain<>();
    /** First come, first served. */
    public final Chain<Client> waitingClients = new Chain<>();
    public final Chain<Client> activeCancels = new Chain<>();
    public final Chain<Client> waitingCancels = new Chain<>();

    public final Chain<Server> activeServers = new Chain<>();
    public final Chain<Server> idleServers = new Chain<>();
    public final Chain<Server> usedServers = new Chain<>();
    public final Chain<Server> testedServers = new Chain<>();
    public final Chain<Server> loginServers = new Chain<>();
    public final Chain<Server> cancelServers = new Chain<>();
    public final Chain<Server> beingCanceledServers = new Chain<>();

    public final Stats stats = new Stats();
    public final Waits waits = new Waits();
    /** As they were at the end of the last period, and of the one before. */
    public Stats lastPeriod = new Stats();
    public Stats periodBefore = new Stats();

    /** What a client is greeted with: AuthenticationOk and those parameters that are not followed; null until a server has told. */
    private Out welcome;
    boolean welcomeReady;
    String[] serverDefaults;

    long lastConnect;
    boolean lastConnectFailed;
    boolean lastLoginFailed;
    String lastFailure = "";
    String lastFailureCode = Wire.PROTOCOL_VIOLATION;
    /** The server itself said no, in contrast to a connection that did not come about. */
    boolean lastRefused;
    long lastLifetimeClose;
    int hostTurn;
    /** Something happened that may let a client go on. */
    boolean touched;

    Pool(Core core, Database database, Credentials credentials) {
        this.core = core;
        this.database = database;
        this.credentials = credentials;
        serverDefaults = core.parameters.none();
    }

    // ---- what is set for it: the user's value, else the database's, else the general one

    public PoolMode mode() {
        UserEntry user = credentials.user.limits;
        if (user.poolMode() != null) return user.poolMode();
        return database.entry.poolMode() != null ? database.entry.poolMode() : core.settings().poolMode();
    }

    /** 0: no limit. */
    public int size() {
        int user = credentials.user.limits.poolSize();
        if (user >= 0) return user;
        return database.entry.poolSize() >= 0 ? database.entry.poolSize() : core.settings().number(Key.DEFAULT_POOL_SIZE);
    }

    public int reserve() {
        int user = credentials.user.limits.reservePoolSize();
        if (user >= 0) return user;
        return database.entry.reservePoolSize() >= 0 ? database.entry.reservePoolSize() : core.settings().number(Key.RESERVE_POOL_SIZE);
    }

    /** Microseconds. */
    public long serverLifetime() {
        return database.entry.serverLifetimeMicros() > 0 ? database.entry.serverLifetimeMicros() : core.settings().micros(Key.SERVER_LIFETIME);
    }

    // ---- what it has

    /** Logged in to the server. */
    public int connected() {
        return activeServers.size() + beingCanceledServers.size() + idleServers.size() + testedServers.size() + usedServers.size();
    }

    /** All open sockets to the server. */
    public int servers() {
        return connected() + loginServers.size() + cancelServers.size();
    }

    public int clients() {
        return activeClients.size() + waitingClients.size();
    }

    /** How long the client at the head of the queue has waited, in microseconds. */
    public long longestWait() {
        Client first = waitingClients.first();
        return first == null || first.waitStart == 0 ? 0 : Math.max(0, core.loop.now() - first.waitStart);
    }

    /** The server has just refused a login, and the next one is not due yet. */
    boolean failedLoginIsFresh() {
        return lastLoginFailed && lastRefused && servers() == 0
                && core.loop.now() - lastConnect < core.settings().micros(Key.SERVER_LOGIN_RETRY);
    }

    String cachedError() {
        return "server login has been failing, cached error: " + lastFailure + " (server_login_retry)";
    }

    void touch() {
        if (touched) return;
        touched = true;
        core.touchedPools.add(this);
    }

    // ---- the greeting

    void learnParameter(String name, String value) {
        if (welcomeReady) return;
        if (welcome == null) welcome = new Out().begin('R').i32(0).end();
        if (!core.parameters.set(serverDefaults, name, value)) welcome.parameterStatus(name, value);
    }

    /** All parameters are known: clients can be greeted. */
    void finishWelcome() {
        if (welcome == null) welcome = new Out().begin('R').i32(0).end();
        welcomeReady = true;
    }

    /** For the console: there is no server to ask. */
    public void inventWelcome(String... namesAndValues) {
        welcome = null;
        welcomeReady = false;
        for (int i = 0; i < namesAndValues.length; i += 2) learnParameter(namesAndValues[i], namesAndValues[i + 1]);
        finishWelcome();
    }

    byte[] welcome() {
        return welcome.toBytes();
    }

    /** The server is not what it was: what was learnt from it is forgotten, and its connections are closed when they are free. */
    void obsolete() {
        if (database.admin) return;
        welcome = null;
        welcomeReady = false;
        serverDefaults = core.parameters.none();
        forEachServer(server -> server.closeNeeded = true);
        for (Server server : loginServers.snapshot()) server.breakOff("connect string changed");
        // What failed before says nothing of how it goes now.
        lastLoginFailed = false;
        lastConnectFailed = false;
    }

    List<Chain<Client>> clientChains() {
        return List.of(activeClients, waitingClients, activeCancels, waitingCancels);
    }

    List<Chain<Server>> serverChains() {
        return List.of(activeServers, cancelServers, beingCanceledServers, idleServers, usedServers, testedServers, loginServers);
    }

    void forEachServer(Consumer<Server> action) {
        for (Chain<Server> chain : List.of(idleServers, usedServers, testedServers, activeServers, loginServers))
            for (Server server = chain.first(); server != null; server = chain.after(server)) action.accept(server);
    }

    @Override
    public String toString() {
        return database.name + "/" + credentials.name();
    }
}
