package poollab.pooler.session;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import poollab.pooler.auth.AuthFailure;
import poollab.pooler.auth.Md5;
import poollab.pooler.auth.ScramClient;
import poollab.pooler.auth.Secret;
import poollab.pooler.log.Log.Level;
import poollab.pooler.tls.TlsMode;
import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/** The login to a server, thrown away afterwards: encryption, StartupMessage, authentication, parameters, then the database's connect_query. */
final class ServerLogin {
    private static final int LARGEST_MESSAGE = 1 << 20;

    private final Server server;
    private final Core core;
    private final Pool pool;
    private ScramClient scram;
    private boolean proved;
    private boolean awaitsEncryption;
    private boolean runsConnectQuery;
    boolean refused;
    String refusalCode = Wire.PROTOCOL_VIOLATION;

    ServerLogin(Server server) {
        this.server = server;
        core = server.core;
        pool = server.pool;
    }

    /** Asks for encryption first, if some is wanted. */
    void begin() {
        TlsMode mode = core.encryption().serverMode();
        if (mode == TlsMode.DISABLE || core.addresses.isUnix(server)) {
            start();
            return;
        }
        awaitsEncryption = true;
        server.send(new Out(8).beginUntyped().i32(Wire.SSL_REQUEST).end());
    }

    /** What came behind the answer was sent before any encryption began: somebody in between may have put it there. */
    private int encryption(ByteBuffer in, int at, int to) {
        awaitsEncryption = false;
        int answer = in.get(at);
        TlsMode mode = core.encryption().serverMode();
        if (answer != 'S' && answer != 'N') server.disconnect(false, "bad sslreq answer");
        else if (to - at > 1) server.disconnect(false, "received unencrypted data after SSL response");
        else if (answer == 'S' && mode == TlsMode.DISABLE) server.disconnect(false, "connect string changed");
        else if (answer == 'S') server.secure(in, to);
        else if (mode.atLeast(TlsMode.REQUIRE)) server.disconnect(false, "server refused SSL");
        else start();
        return server.isClosed() ? 0 : 1;
    }

    void start() {
        Map<String, String> parameters = new LinkedHashMap<>();
        String database = pool.database.entry.dbname();
        parameters.put("database", database == null ? pool.database.name : database);
        parameters.putAll(pool.database.entry.startupParameters());
        Client first = pool.waitingClients.first();
        if (first != null && first.replicates() && first.link == null) dedicate(first, parameters);
        parameters.put("user", pool.credentials.name());
        Out startup = new Out().beginUntyped().i32(Wire.PROTOCOL_3);
        parameters.forEach((name, value) -> startup.text(name).text(value));
        server.send(startup.u8(0).end());
    }

    /** Replication takes no SET, so the client's parameters come with the startup message. */
    private void dedicate(Client client, Map<String, String> parameters) {
        server.replication = client.replication;
        client.link = server;
        server.link = client;
        parameters.put("replication", client.replication.asked);
        core.parameters.forEach(client.parameters, parameters::put);
        if (client.replicationOptions != null) parameters.put("options", client.replicationOptions);
    }

    /** @return how many bytes are dealt with; 0 to be called again with more */
    int message(ByteBuffer in, int at, int to) {
        if (awaitsEncryption) return to > at ? encryption(in, at, to) : 0;
        if (to - at < Wire.HEAD) return 0;
        int type = in.get(at);
        long size = (in.getInt(at + 1) & 0xffffffffL) + 1;
        if (type == 0 || size < Wire.HEAD || size > LARGEST_MESSAGE) {
            server.disconnect(true, "bad pkt header");
            return 0;
        }
        if (to - at < size) {
            server.needWhole((int) size);
            return 0;
        }
        int end = at + (int) size;
        int body = at + Wire.HEAD;
        if (runsConnectQuery && type != 'Z' && type != 'S') {
            if (type == 'E') core.log(Level.ERROR, server, "S: error while executing exec_on_query: " + ErrorFields.of(in, at, (int) size).line());
            return (int) size;
        }
        switch (type) {
            case 'R' -> authenticate(in, body, end);
            case 'S' -> server.learnParameter(in, body, end);
            case 'K' -> {
                if (end - body < 8) server.disconnect(true, "bad cancel key");
                else server.cancelKey = in.getLong(body);
            }
            case 'Z' -> readyForQuery();
            case 'E' -> refused(ErrorFields.of(in, at, (int) size));
            case 'N', 'v' -> {}
            default -> {
                core.log(Level.ERROR, server, "unknown pkt from server: '" + (char) type + "'");
                server.disconnect(true, "unknown pkt from server");
            }
        }
        return server.isClosed() ? 0 : (int) size;
    }

    private void readyForQuery() {
        String query = pool.database.entry.connectQuery();
        if (query != null && !query.isEmpty() && !runsConnectQuery) {
            runsConnectQuery = true;
            server.send(new Out().query(query));
            return;
        }
        server.login = null;
        server.ready = true;
        pool.lastLoginFailed = false;
        pool.lastConnectFailed = false;
        pool.finishWelcome();
        core.events.opened(server);
        server.release();
    }

    /** The others who wait would meet the same error, so they get it now; unless the server is only starting up. */
    private void refused(ErrorFields error) {
        if (server.replication != Replication.NONE) {
            // It says nothing about other connections: a role or a line in pg_hba.conf may be missing for replication only.
            core.log(Level.ERROR, server, "S: login failed: " + error.line());
            server.breakOff("login failed");
            return;
        }
        core.log.warning("server login failed: " + error.severity() + " " + error.message());
        refused = true;
        if (error.code() != null) refusalCode = error.code();
        String message = error.message() == null ? "server login failed" : error.message();
        core.events.loginFailed(pool, message);
        if (!Wire.CANNOT_CONNECT_NOW.equals(error.code())) failWaiting(refusalCode, message);
        server.disconnect(true, message);
    }

    private void failWaiting(String code, String message) {
        if (pool.connected() != 0 && pool.welcomeReady) return;
        for (Client client : pool.waitingClients.snapshot()) client.disconnect(true, code, message);
    }

    private void fail(String message) {
        failWaiting(Wire.PROTOCOL_VIOLATION, message);
        server.disconnect(false, "failed to answer authreq");
    }

    // ---- authentication

    private void authenticate(ByteBuffer in, int body, int end) {
        if (end - body < 4) {
            server.disconnect(false, "failed to answer authreq");
            return;
        }
        byte[] data = Wire.bytes(in, body + 4, end);
        Credentials credentials = credentials();
        try {
            switch (in.getInt(body)) {
                case Wire.AUTH_OK -> {}
                case Wire.AUTH_CLEARTEXT -> cleartext(credentials);
                case Wire.AUTH_MD5 -> md5(credentials, data);
                case Wire.AUTH_SASL -> beginScram(credentials, data);
                case Wire.AUTH_SASL_CONTINUE -> {
                    if (scram == null || proved) throw new AuthFailure("the server's SASL challenge came unasked");
                    proved = true;
                    server.send(new Out().begin('p').raw(scram.proof(data)).end());
                }
                case Wire.AUTH_SASL_FINAL -> {
                    if (!proved) throw new AuthFailure("the server's SASL result came unasked");
                    scram.verify(data);
                }
                default -> throw new AuthFailure("unknown/unsupported auth method: " + in.getInt(body));
            }
        } catch (AuthFailure e) {
            core.log(Level.ERROR, server, e.getMessage());
            fail("server login failed: " + e.getMessage());
        }
    }

    /** A forced user without a password of its own has the auth file's. */
    private Credentials credentials() {
        if (pool.credentials.isKnown()) return pool.credentials;
        return pool.credentials.user.credentials;
    }

    private void cleartext(Credentials credentials) throws AuthFailure {
        if (!(credentials.secret instanceof Secret.Plain plain)) throw new AuthFailure("wrong password type");
        server.send(new Out().begin('p').text(plain.password()).end());
    }

    private void md5(Credentials credentials, byte[] salt) throws AuthFailure {
        String response = Md5.response(credentials.secret, credentials.name(), Arrays.copyOf(salt, 4))
                .orElseThrow(() -> new AuthFailure("wrong password type"));
        server.send(new Out().begin('p').text(response).end());
    }

    private void beginScram(Credentials credentials, byte[] mechanisms) throws AuthFailure {
        if (scram != null) throw new AuthFailure("protocol error: duplicate AuthenticationSASL message from server");
        String offered = new String(mechanisms, java.nio.charset.StandardCharsets.US_ASCII);
        if (!Arrays.asList(offered.split("\0")).contains(Wire.SCRAM_SHA_256))
            throw new AuthFailure("none of the server's SASL authentication mechanisms are supported");
        scram = switch (credentials.secret) {
            case Secret.Plain plain -> new ScramClient(plain, core.random);
            case Secret.Scram verifier when credentials.scramKeys != null -> new ScramClient(credentials.scramKeys, core.random);
            default -> throw new AuthFailure("wrong password type");
        };
        byte[] first = scram.first();
        server.send(new Out().begin('p').text(Wire.SCRAM_SHA_256).i32(first.length).raw(first).end());
    }
}
