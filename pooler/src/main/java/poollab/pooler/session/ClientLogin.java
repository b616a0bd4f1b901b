package poollab.pooler.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import poollab.pooler.auth.Secret;
import poollab.pooler.config.AuthType;
import poollab.pooler.config.Key;
import poollab.pooler.log.Log.Level;
import poollab.pooler.tls.TlsMode;
import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/**
 * A client's way in, thrown away afterwards.
 *
 * <pre>
 *   SSLRequest (answered S, and TLS begins, or N), GSSENCRequest (answered N), each at most once; or TLS at once
 *     ▼
 *   StartupMessage ──► which database, which user ──► password, md5 or SCRAM ──► welcome
 *     or CancelRequest ──► the cancel's own way
 * </pre>
 *
 * An unknown user and an unknown database go the whole way and fail at its end, so that nobody learns which ones exist.
 */
final class ClientLogin {
    /** A password of 65,535 bytes, which is PgBouncer's newest limit, and what stands around it. */
    private static final int LARGEST_ANSWER = 65_535 + 1024;
    private static final int LONGEST_USER_NAME = 127;

    private final Client client;
    private final Core core;
    private boolean beginning = true;
    private boolean sslAsked;
    private boolean gssAsked;
    private boolean startupSeen;
    /** The database does not exist, or the user does not: the login goes on, and must fail. */
    private boolean pretending;
    private boolean unknownDatabase;
    /** Known to an LDAP directory only: what is right to log in to the server with, its answer will tell. */
    private boolean inDirectory;
    private String databaseName;
    private Credentials credentials;
    /** While the server is asked about the user. */
    private AuthQuery authQuery;
    /** From when it is known whom to ask for a proof. */
    private Authentication authentication;

    ClientLogin(Client client) {
        this.client = client;
        core = client.core;
    }

    /** @return how many bytes are dealt with; 0 to be called again with more */
    int message(ByteBuffer in, int at, int to) {
        int there = to - at;
        if (authQuery != null || authentication != null && authentication.isAsking()) {
            // It is read on so that its leaving is noticed.
            if (there > LARGEST_ANSWER) client.pause();
            return 0;
        }
        if (beginning && there > 0 && in.get(at) == Wire.TLS_HANDSHAKE && mayEncrypt()) {
            client.secure(in, at, to);
            return there;
        }
        beginning = false;
        if (there < Wire.HEAD) return 0;
        return in.get(at) == 0 ? untyped(in, at, to, there) : answer(in, at, to, there);
    }

    private int untyped(ByteBuffer in, int at, int to, int there) {
        if (there < Wire.STARTUP_HEAD) return 0;
        int size = in.getInt(at);
        int code = in.getInt(at + 4);
        if (!Wire.isUntyped(size, code)) {
            client.badHeader(in, at, to);
            return 0;
        }
        if (there < size) {
            client.needWhole(size);
            return 0;
        }
        switch (code) {
            case Wire.SSL_REQUEST -> {
                if (client.tls() != null) client.disconnect(false, "SSL req inside SSL");
                else if (sslAsked || there > size || !mayEncrypt()) refuseEncryption("SSL", sslAsked, there > size);
                else {
                    client.send(new Out(1).u8('S'));
                    client.secure(in, at, at);
                }
            }
            case Wire.GSSENC_REQUEST -> refuseEncryption("GSSAPI encryption", gssAsked, there > size);
            case Wire.CANCEL_REQUEST -> {
                if (size == Wire.STARTUP_HEAD + 8) core.cancels.accept(client, in.getLong(at + 8));
                else client.disconnect(false, "bad cancel request");
            }
            case Wire.PROTOCOL_2 -> client.disconnect(true, "old V2 protocol not supported");
            default -> {
                if (client.tls() == null && core.encryption().clientMode().atLeast(TlsMode.REQUIRE) && !core.addresses.isUnix(client))
                    client.disconnect(true, "SSL required");
                else if (startupSeen) client.disconnect(true, "client re-sent startup pkt");
                else startup(in, at + Wire.STARTUP_HEAD, at + size, code);
            }
        }
        if (code == Wire.SSL_REQUEST) sslAsked = true;
        if (code == Wire.GSSENC_REQUEST) gssAsked = true;
        return client.isClosed() ? 0 : size;
    }

    /** What came with the request was sent before any encryption could begin: somebody in between may have put it there. */
    private void refuseEncryption(String what, boolean again, boolean more) {
        if (more) client.disconnect(true, "received unencrypted data after " + what + " request");
        else if (again) client.disconnect(true, "repeated " + what + " request");
        else client.send(new Out(1).u8('N'));
    }

    private boolean mayEncrypt() {
        return client.tls() == null && core.encryption().clientMode() != TlsMode.DISABLE && !core.addresses.isUnix(client);
    }

    // ---- the startup message

    private void startup(ByteBuffer in, int from, int to, int version) {
        startupSeen = true;
        StartupMessage message = new StartupMessage(core.parameters, core.settings());
        String refusal = message.read(in, from, to);
        if (refusal != null) {
            client.disconnect(true, refusal);
            return;
        }
        client.parameters = message.values();
        client.replication = message.replication();
        client.replicationOptions = message.replicationOptions();
        if (message.user() == null || message.user().isEmpty()) {
            client.disconnect(true, "no username supplied");
            return;
        }
        databaseName = message.database() == null || message.database().isEmpty() ? message.user() : message.database();
        if (core.clients > core.settings().number(Key.MAX_CLIENT_CONN) && !databaseName.equals(Core.CONSOLE)) {
            client.disconnect(true, "no more connections allowed (max_client_conn)");
            return;
        }
        if (version > Wire.PROTOCOL_3 || !message.extensions().isEmpty()) {
            Out negotiate = new Out().begin('v').i32(Wire.PROTOCOL_3).i32(message.extensions().size());
            message.extensions().forEach(negotiate::text);
            client.send(negotiate.end());
        }
        message.addHost(client);
        chooseUser(message.user());
    }

    // ---- which user

    private void chooseUser(String userName) {
        client.database = core.findDatabase(databaseName);
        unknownDatabase = client.database == null;
        if (!unknownDatabase && client.database.admin && core.console.admits(client, userName)) {
            client.user = core.user(userName);
            credentials = client.user.credentials;
            if (countConnections()) authenticate();
            return;
        }
        if (userName.getBytes(UTF_8).length > LONGEST_USER_NAME) {
            client.disconnect(true, "username too long");
            return;
        }
        if (core.settings().authType() == AuthType.ANY) {
            if (unknownDatabase || client.database.forced == null) {
                core.log(Level.ERROR, client, "auth_type=any requires forced user");
                client.disconnect(true, "bouncer config error");
                return;
            }
            credentials = client.database.forced;
            client.user = credentials.user;
            if (countConnections()) authenticate();
            return;
        }
        User known = core.knownUser(userName);
        if (Authentication.usesDirectory(client, databaseName, userName)) {
            chooseFromDirectory(known != null ? known : new User(userName));
            return;
        }
        if (known != null && known.listed) {
            client.user = known;
            credentials = known.credentials;
            if (countConnections()) authenticate();
            return;
        }
        client.user = known != null ? known : new User(userName);
        boolean asks = !unknownDatabase && AuthQuery.asker(client.database) != null;
        if (!asks) {
            core.log(Level.LOG, client, "no such user: " + userName);
            pretending = true;
            credentials = new Credentials(client.user, new Secret.None());
        }
        if (!countConnections()) return;
        if (asks) ask(userName);
        else authenticate();
    }

    private void chooseFromDirectory(User user) {
        client.user = user;
        credentials = user.credentials;
        inDirectory = true;
        if (!unknownDatabase && AuthQuery.asker(client.database) != null) {
            core.log(Level.ERROR, client, "LDAP can't be used together with database authentication");
            client.disconnect(true, "bouncer config error");
        } else if (countConnections()) authenticate();
    }

    private boolean countConnections() {
        if (client.database != null) {
            client.countedForDatabase = true;
            int most = client.database.maxClientConnections();
            if (++client.database.clientConnections > most && most > 0 && !isFree()) {
                client.disconnect(true, "client connections exceeded (max_db_client_connections)");
                return false;
            }
        }
        return countUser();
    }

    /** The console's administrators come in whatever the limits are. */
    private boolean isFree() {
        return client.database != null && client.database.admin
                && (core.settings().list(Key.ADMIN_USERS).contains(client.user.name) || client.console != null && client.console.isOwnUser());
    }

    private boolean countUser() {
        client.countedForUser = true;
        int ofUser = client.user.limits.maxUserClientConnections();
        int most = ofUser > 0 ? ofUser : core.settings().number(Key.MAX_USER_CLIENT_CONNECTIONS);
        if (++client.user.clientConnections > most && most > 0 && !isFree()) {
            client.disconnect(true, "client connections exceeded (max_user_client_connections)");
            return false;
        }
        return true;
    }

    // ---- a user that the auth file does not name

    private void ask(String userName) {
        authQuery = AuthQuery.prepare(client, userName);
        if (authQuery != null) authQuery.begin();
    }

    /** Here, as in PgBouncer, an unknown user learns that he is one: nothing is left to pretend with. */
    void foundNobody() {
        if (core.settings().flag(Key.LOG_CONNECTIONS)) core.log(Level.LOG, client, "login failed: db=" + databaseName);
        client.disconnect(true, "no such user");
    }

    /** @param name mostly the one that was asked for, but the query may say that it stands for another */
    void found(String name, Secret secret) {
        credentials = client.database.lookedUp(core.user(name), secret);
        authQuery = null;
        client.resume();
        if (belongsTo(credentials.user)) authenticate();
    }

    /** The password that a directory has confirmed serves to log in to the server, too. */
    private void confirmed(String password) {
        credentials = core.user(client.user.name).credentials;
        credentials.replace(new Secret.Plain(password));
        client.resume();
        if (!belongsTo(credentials.user)) return;
        choosePool();
        finish();
    }

    /** @return whether this user may have one more client */
    private boolean belongsTo(User user) {
        if (client.user == user) return true;
        client.user.clientConnections--;
        client.user = user;
        return countUser();
    }

    private void choosePool() {
        if (!unknownDatabase) client.pool = core.pool(client.database, client.database.forced != null ? client.database.forced : credentials);
    }

    boolean isAsking() {
        return authQuery != null;
    }

    // ---- who it is

    private void authenticate() {
        if (core.settings().flag(Key.LOG_CONNECTIONS))
            core.log(Level.LOG, client, "login attempt: db=" + databaseName + " user=" + client.user.name + " tls=" + (client.tls() == null ? "no" : client.tls().info()) + " replication=" + client.replication.asked);
        if (!pretending && !inDirectory) choosePool();
        if (!unknownDatabase && client.database.admin && !pretending) {
            if (!core.console.enter(client)) return;
            if (client.console.isOwnUser()) {
                finish();
                return;
            }
        }
        authentication = new Authentication(client, databaseName, credentials, pretending, this::finish, this::confirmed);
        authentication.begin();
    }

    /** A message with a type byte: during the login only the answer to an authentication request. */
    private int answer(ByteBuffer in, int at, int to, int there) {
        long size = (in.getInt(at + 1) & 0xffffffffL) + 1;
        if (size < Wire.HEAD || size > LARGEST_ANSWER) {
            client.badHeader(in, at, to);
            return 0;
        }
        if (there < size) {
            client.needWhole((int) size);
            return 0;
        }
        if (in.get(at) != 'p') client.disconnect(false, "bad packet");
        else if (authentication == null) client.disconnect(true, "client password pkt before startup packet");
        else authentication.answer(in, at + Wire.HEAD, at + (int) size);
        return client.isClosed() ? 0 : (int) size;
    }

    // ---- welcome

    private void finish() {
        if (unknownDatabase) {
            if (core.settings().flag(Key.LOG_CONNECTIONS)) core.log(Level.LOG, client, "login failed: db=" + databaseName + " user=" + client.user.name);
            client.disconnect(true, "no such database: " + databaseName);
            return;
        }
        if (core.databases.get(client.database.name) != client.database) {
            client.disconnect(true, "database removed");
            return;
        }
        if (client.database.disabled) {
            client.disconnect(true, "database \"" + databaseName + "\" is disabled");
            return;
        }
        if (core.shutdown != Core.Shutdown.NONE && !client.database.admin) {
            client.disconnect(true, "pooler is shutting down");
            return;
        }
        client.become(((ClientState.Login) client.state).accepted());
        goOn();
    }

    /** Greets the client, or waits until a server has told what to greet with; before that, asks for the user's secret. */
    void goOn() {
        if (authQuery != null) {
            authQuery.begin();
            return;
        }
        Pool pool = client.pool;
        if (!pool.welcomeReady) {
            client.waitsForWelcome = true;
            if (pool.failedLoginIsFresh()) {
                client.disconnect(true, pool.lastFailureCode, pool.cachedError());
                return;
            }
            client.waitForServer();
            if (!client.isClosed() && !core.isPaused(client.database)) core.launcher.launch(pool, true);
            return;
        }
        client.waitsForWelcome = false;
        String unreported = core.parameters.setButNotReported(client.parameters, pool.serverDefaults);
        if (unreported != null && !client.database.admin) {
            client.disconnect(true, "unsupported startup parameter: " + unreported);
            return;
        }
        core.parameters.fillUnset(client.parameters, pool.serverDefaults);
        client.cancelKey = core.peers.mark(core.random.nextLong() & Long.MAX_VALUE);
        Out welcome = new Out(512).raw(pool.welcome());
        core.parameters.report(client.parameters, welcome);
        long key = client.cancelKey;
        client.send(welcome.begin('K').i32((int) (key >>> 32)).i32((int) key).end().readyForQuery());
        client.welcomed = true;
        client.login = null;
        core.log(Level.DEBUG, client, "logged in");
        core.events.connected(client);
    }
}
