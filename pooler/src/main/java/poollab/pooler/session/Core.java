package poollab.pooler.session;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.nio.channels.SocketChannel;
import java.io.IOException;
import poollab.pooler.auth.Secret;
import poollab.pooler.auth.hba.Hba;
import poollab.pooler.config.Config;
import poollab.pooler.config.DatabaseEntry;
import poollab.pooler.config.Key;
import poollab.pooler.config.PoolMode;
import poollab.pooler.config.Settings;
import poollab.pooler.log.Log;
import poollab.pooler.net.Chain;
import poollab.pooler.net.Loop;
import poollab.pooler.tls.Encryption;
import poollab.pooler.tls.TlsProblem;

/** All that the pooler knows at a time: its configuration, the databases, users and pools, and who is connected. Lives in the loop's thread. */
public final class Core {
    /** The name of the database behind which the console is. */
    public static final String CONSOLE = "pgbouncer";

    /** Why and until when the pooler goes on although it is to end. */
    public enum Shutdown { NONE, WAIT_FOR_SERVERS, WAIT_FOR_CLIENTS, IMMEDIATE }

    private static final int MOST_INTERNED = 1024;
    private static final Comparator<Pool> BY_NAMES = Comparator.comparing((Pool pool) -> pool.database.name).thenComparing(pool -> pool.credentials.name());

    public final Loop loop;
    public final Log log;
    final Events events;
    final Parameters parameters;
    final Statements statements = new Statements();
    final Rewriter rewriter = new Rewriter(this);
    final Launcher launcher = new Launcher(this);
    final Returns returns = new Returns(this);
    final Cancels cancels = new Cancels(this);
    public final Peers peers = new Peers(this);
    public final Addresses addresses = new Addresses(this);
    public final Janitor janitor = new Janitor(this);
    public final Standstill standstill = new Standstill(this);
    public final Inventory inventory = new Inventory(this);
    final SecureRandom random = new SecureRandom();
    /** Makes up the salts of users that do not exist: the same for a name as long as the process lives. */
    final byte[] mockSeed = random.generateSeed(32);
    Console console;

    /** For auth_type=hba. */
    Hba hba = Hba.NONE;

    private Config config;
    private Settings settings;
    private Encryption encryption;
    private long maxPacketSize;

    final NavigableMap<String, Database> databases = new TreeMap<>();
    final NavigableMap<String, User> users = new TreeMap<>();
    /** By database and user. */
    final List<Pool> pools = new ArrayList<>();
    final Chain<Client> loginClients = new Chain<>();
    List<Pool> touchedPools = new ArrayList<>();
    private List<Pool> takenPools = new ArrayList<>();
    private final Map<String, String> interned = new HashMap<>();
    private long lastId;
    /** All client sockets, whatever they came for. */
    int clients;
    boolean paused;
    boolean suspended;
    Shutdown shutdown = Shutdown.NONE;

    public Core(Loop loop, Log log, Events events, Config config) {
        this.loop = loop;
        this.log = log;
        this.events = events;
        this.config = config;
        settings(config.settings());
        parameters = new Parameters(settings.text(Key.TRACK_EXTRA_PARAMETERS));
        DatabaseEntry entry = new DatabaseEntry(CONSOLE, false, null, settings.number(Key.LISTEN_PORT), CONSOLE, CONSOLE, null, null, null, null,
                2, -1, -1, null, PoolMode.STATEMENT, true, -1, -1, -1, Map.of());
        Database admin = new Database(this, entry, true);
        admin.forced = new Credentials(user(CONSOLE), new Secret.None());
        databases.put(CONSOLE, admin);
    }

    public void console(Console console) {
        this.console = console;
    }

    // ---- configuration

    public Config config() {
        return config;
    }

    public void config(Config config) {
        this.config = config;
        settings(config.settings());
    }

    public Settings settings() {
        return settings;
    }

    /** For SET: this one value, until the next reload. */
    public void settings(Settings changed) {
        settings = changed;
        config = config.with(changed);
        maxPacketSize = Integer.toUnsignedLong(changed.number(Key.MAX_PACKET_SIZE));
        log.verbose(changed.number(Key.VERBOSE));
    }

    Encryption encryption() {
        return encryption;
    }

    /**
     * Sets TLS up as the settings want it now. Server connections that were opened under another setup are closed as they
     * get free: they may be less safe than what is wanted now.
     *
     * @throws TlsProblem when that cannot be; then all stays as it was
     */
    public void encrypt(Settings wanted) throws TlsProblem {
        Encryption fresh = Encryption.of(wanted);
        fresh.warnings().forEach(log::warning);
        boolean reconnects = encryption != null && !fresh.sameForServers(encryption);
        encryption = fresh;
        if (reconnects) standstill.reconnect(null);
    }

    /** The same for a pooler that runs: who cannot have it hears it from the log. @return whether it could be */
    public boolean encryptAgain() {
        try {
            encrypt(settings);
            return true;
        } catch (TlsProblem e) {
            log.error(e.getMessage());
            log.error("TLS configuration could not be reloaded, keeping old configuration");
            return false;
        }
    }

    long maxPacketSize() {
        return maxPacketSize;
    }

    /** What is sent to see whether a connection still works; null for nothing. */
    String checkQuery() {
        String query = settings.text(Key.SERVER_CHECK_QUERY);
        if (query == null || query.isEmpty()) return null;
        return query.equals("<empty>") ? "" : query;
    }

    // ---- what there is

    public Collection<Database> databases() {
        return databases.values();
    }

    public Collection<User> users() {
        return users.values();
    }

    public List<Pool> pools() {
        return pools;
    }

    public Chain<Client> loginClients() {
        return loginClients;
    }

    public int clientCount() {
        return clients;
    }

    /** The database, made from the {@code *} entry if need be; null when there is none of that name. */
    public Database findDatabase(String name) {
        Database known = databases.get(name);
        if (known != null) {
            known.inactiveSince = 0;
            return known;
        }
        Database made = config.database(name).map(this::add).orElse(null);
        if (made != null) log.info("registered new auto-database: " + name);
        return made;
    }

    public Database database(String name) {
        return databases.get(name);
    }

    Database add(DatabaseEntry entry) {
        Database database = new Database(this, entry, false);
        database.forced = forced(entry);
        databases.put(entry.name(), database);
        return database;
    }

    Credentials forced(DatabaseEntry entry) {
        if (entry.user() == null) return null;
        return new Credentials(user(entry.user()), entry.password() == null ? new Secret.None() : Secret.parse(entry.password()));
    }

    /** Null when nothing has ever been told of this user. */
    User knownUser(String name) {
        return users.get(name);
    }

    User user(String name) {
        return users.computeIfAbsent(name, User::new);
    }

    Pool pool(Database database, Credentials credentials) {
        Pool known = database.pools.get(credentials);
        if (known != null) return known;
        Pool pool = new Pool(this, database, credentials);
        database.pools.put(credentials, pool);
        int at = Collections.binarySearch(pools, pool, BY_NAMES);
        pools.add(at < 0 ? -at - 1 : at, pool);
        return pool;
    }

    /** Whose clients the console answers. */
    public Pool consolePool() {
        Database admin = databases.get(CONSOLE);
        return pool(admin, admin.forced);
    }

    void remove(Pool pool) {
        pool.database.pools.remove(pool.credentials);
        pools.remove(pool);
        touchedPools.remove(pool);
    }

    /** The pools that were touched since the last time. The list is used again by the call after the next one. */
    List<Pool> takeTouched() {
        List<Pool> touched = touchedPools;
        touchedPools = takenPools;
        touchedPools.clear();
        takenPools = touched;
        return touched;
    }

    /** Takes a connection that has just come. */
    public void accept(SocketChannel channel) {
        Client client = new Client(this, channel);
        clients++;
        try {
            if (!addresses.isUnix(client)) addresses.tune(channel);
            client.open();
        } catch (IOException e) {
            client.disconnect(false, null);
        }
    }

    /** The client with this id that has a pool; null when there is none. */
    public Client client(long id) {
        for (Pool pool : pools)
            for (Chain<Client> chain : pool.clientChains())
                for (Client client = chain.first(); client != null; client = chain.after(client)) if (client.id == id) return client;
        return null;
    }

    long nextId() {
        return ++lastId;
    }

    /** One string for equal texts, so that comparing them is cheap. */
    String intern(String text) {
        if (interned.size() >= MOST_INTERNED) interned.clear();
        String known = interned.putIfAbsent(text, text);
        return known == null ? text : known;
    }

    /** What the auth file says now. Who is in it no longer has no password. */
    public void secrets(Map<String, Secret> secrets) {
        for (User user : users.values()) {
            // What a directory has found to be right is not the file's affair.
            if (!user.listed && !secrets.containsKey(user.name)) continue;
            Secret secret = secrets.getOrDefault(user.name, new Secret.None());
            user.credentials.replace(secret);
            user.listed = secrets.containsKey(user.name);
        }
        secrets.forEach((name, secret) -> {
            if (users.containsKey(name)) return;
            user(name).credentials.replace(secret);
            user(name).listed = true;
        });
    }

    public void hba(Hba hba) {
        this.hba = hba;
    }

    /** The end: what is connected is told nothing, as when the process ends. */
    public void closeAll() {
        List<Pool> all = new ArrayList<>(pools);
        all.addAll(peers.pools());
        for (Pool pool : all) {
            for (Chain<Client> chain : pool.clientChains())
                for (Client client : chain.snapshot()) client.close();
            for (Chain<Server> chain : pool.serverChains())
                for (Server server : chain.snapshot()) server.close();
        }
        for (Client client : loginClients.snapshot()) client.close();
    }

    /** What it holds in memory, in the order of SHOW MEM. */
    public List<Holding> holdings() {
        return new Holdings(this).all();
    }

    // ---- pausing

    boolean isPaused(Database database) {
        return paused || database.paused;
    }

    public boolean isPaused() {
        return paused;
    }

    public boolean isSuspended() {
        return suspended;
    }

    public Shutdown shutdown() {
        return shutdown;
    }

    // ---- the log

    boolean shows(Log.Level level) {
        return log.shows(level);
    }

    public void log(Log.Level level, Peer about, String text) {
        if (log.shows(level)) log.write(level, addresses.prefix(about) + text);
    }

    void logDefect(Peer about, RuntimeException defect) {
        log(Log.Level.ERROR, about, Log.text(defect));
    }
}
