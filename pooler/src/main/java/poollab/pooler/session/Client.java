package poollab.pooler.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLException;
import poollab.pooler.config.Key;
import poollab.pooler.config.PoolMode;
import poollab.pooler.log.Log.Level;
import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/**
 * A client. Once it is logged in, its messages go to the server connection that is linked to it; when it has none, the
 * first message asks for one, and until there is one the client waits and is not read.
 */
public final class Client extends Peer {
    private static final int REASON_BYTES = 127;

    ClientState state = ClientState.LOGIN;
    /** Present until the client is logged in. */
    ClientLogin login;
    Pool pool;
    Database database;
    User user;
    Server link;
    /** The console's side of this client; null for everybody else. */
    public Console.Session console;

    String[] parameters;
    Replication replication = Replication.NONE;
    /** For replication: the startup message's options, for the server. */
    String replicationOptions;
    long cancelKey;
    /** For a cancel request: the server whose query it is about. */
    Server canceled;
    StatementNames statements;

    /** When the running query, the running transaction and the waiting began, in microseconds; 0 when there is none. */
    long queryStart;
    long transactionStart;
    long waitStart;
    boolean waitsForWelcome;
    boolean welcomed;
    boolean toldToWait;
    /** Microseconds in the queue for what it asks for now: it may be woken in vain, and wait again. */
    private long waited;
    boolean countedForDatabase;
    boolean countedForUser;

    Client(Core core, SocketChannel channel) {
        super(core, channel);
        login = new ClientLogin(this);
        core.loginClients.append(this);
    }

    void become(ClientState next) {
        if (state == ClientState.LOGIN) core.loginClients.remove(this);
        else state.in(pool).remove(this);
        state = next;
        if (next == ClientState.LOGIN) core.loginClients.append(this);
        else if (next != ClientState.CLOSED) next.in(pool).append(this);
    }

    public ClientState state() {
        return state;
    }

    // ---- what it says

    @Override
    protected int work(ByteBuffer in, int from, int to) {
        requestTime = loop.now();
        int at = from;
        while (!isPaused() && !isClosed()) {
            int done = rest > 0 ? passRest(in, at, to) : login != null ? login.message(in, at, to) : message(in, at, to);
            if (done == 0) break;
            at += done;
        }
        return at;
    }

    /** @return how many bytes are dealt with; 0 to be called again with more, or later */
    private int message(ByteBuffer in, int at, int to) {
        if (to - at < Wire.HEAD) return 0;
        int type = in.get(at);
        long size = (in.getInt(at + 1) & 0xffffffffL) + 1;
        if (type == 0 || size < Wire.HEAD || size > core.maxPacketSize()) {
            if (type == 0 && to - at < Wire.STARTUP_HEAD) return 0;
            if (type == 0 && Wire.isUntyped(in.getInt(at), in.getInt(at + 4))) disconnect(true, "unknown pkt");
            else badHeader(in, at, to);
            return 0;
        }
        if (type == 'X') {
            disconnect(false, "client close request");
            return 0;
        }
        Rewriter.Kind kind = core.rewriter.kind(this, type, in, at, to, size);
        if (kind == Rewriter.Kind.INCOMPLETE || isClosed()) return 0;
        if (kind == Rewriter.Kind.CLOSE) {
            pool.stats.received += size;
            return core.rewriter.close(this, in, at, size);
        }
        boolean asks = switch (type) {
            case 'Q', 'F', 'S', 'P', 'B', 'D', 'E', 'C' -> true;
            case 'd', 'c', 'f', 'H' -> false;
            default -> {
                core.log(Level.ERROR, this, "unknown pkt from client: " + (type & 0xff) + "/0x" + Integer.toHexString(type & 0xff));
                disconnect(true, "unknown pkt");
                yield false;
            }
        };
        if (isClosed()) return 0;
        if (type == 'Q' && core.settings().flag(Key.DISABLE_PQEXEC)) {
            disconnect(true, "PQexec disallowed");
            return 0;
        }
        // What comes late for a COPY that has failed already belongs to nobody: the server would wait for an end that was read before.
        if (!asks && type != 'H' && (link == null || !link.exchange.takesCopyData()) && console == null) return pass(in, at, to, size, true);

        if (queryStart == 0) {
            pool.stats.queries++;
            queryStart = loop.now();
        }
        if (transactionStart == 0) {
            pool.stats.transactions++;
            transactionStart = queryStart;
        }
        if (console != null) return console.message(in, at, to, size);
        if (link == null && !findServer()) return 0;

        pool.stats.received += size;
        link.ready = false;
        link.idleInTransaction = false;
        switch (kind) {
            case PARSE -> {
                return core.rewriter.parse(this, in, at, size);
            }
            case BIND -> {
                return remember(core.rewriter.bind(this, in, at, to, size), size);
            }
            case DESCRIBE -> {
                return core.rewriter.describe(this, in, at, size);
            }
            default -> {
                if (type != 'd' && type != 'H') link.exchange.requests.add((byte) type, Requests.FORWARD);
                return pass(in, at, to, size, false);
            }
        }
    }

    /** Of a message whose head was rewritten, the bytes that are there were passed on; the others follow as they come. */
    private int remember(int done, long size) {
        if (done == 0) return 0;
        expect(size - done, false);
        return done;
    }

    void badHeader(ByteBuffer in, int at, int to) {
        StringBuilder hex = new StringBuilder();
        for (int i = at; i < Math.min(to, at + Wire.STARTUP_HEAD); i++) hex.append(String.format("%02x", in.get(i)));
        disconnect(true, "bad packet header: '" + hex + "'");
    }

    public void needWhole(int size) {
        need(size);
    }

    /** The console has answered: the next message begins another query. */
    public void answered() {
        queryStart = 0;
        transactionStart = 0;
    }

    /** Wants a server connection of its own; not while it is still asked for who it is. */
    boolean replicates() {
        return replication != Replication.NONE && (login == null || !login.isAsking());
    }

    boolean tracksStatements() {
        return replication == Replication.NONE && pool.mode() != PoolMode.SESSION && core.settings().number(Key.MAX_PREPARED_STATEMENTS) != 0;
    }

    // ---- a server for it

    /**
     * Links a server connection to this client.
     *
     * @return whether it can be used now; else the client waits (or is gone), and its message is seen again
     */
    boolean findServer() {
        waitStart = 0;
        if (replicates()) {
            if (!core.isPaused(pool.database)) core.launcher.launch(pool, true);
            if (!isClosed()) waitForServer();
            return false;
        }
        Server server = core.isPaused(pool.database) ? null : firstUsable();
        if (server == null && !core.isPaused(pool.database) && !hasHope()) return false;
        if (server == null) {
            waitForServer();
            return false;
        }
        link = server;
        server.link = this;
        server.become(((ServerState.Idle) server.state).assigned());
        pool.stats.serverAssignments++;
        served();
        core.events.assigned(this, server);
        if (login != null) return true;
        Out changes = core.parameters.changes(server.parameters, parameters);
        if (changes == null) return true;
        if (core.shows(Level.DEBUG)) core.log(Level.DEBUG, server, "varcache_apply: " + Wire.text(changes.toBuffer(), Wire.HEAD, changes.size() - 1));
        server.settingParameters = true;
        server.ready = false;
        pause();
        server.send(changes);
        return false;
    }

    private Server firstUsable() {
        for (Server server; (server = pool.idleServers.first()) != null; ) {
            if (server.closeNeeded) server.disconnect(true, "obsolete connection");
            else if (!server.ready) server.disconnect(true, "idle server got dirty");
            else return server;
        }
        return null;
    }

    /** Nobody queues for servers that cannot be reached: the last failure is told at once. */
    private boolean hasHope() {
        if (!pool.lastLoginFailed || pool.servers() > pool.loginServers.size()) return true;
        disconnect(true, pool.cachedError());
        core.launcher.launch(pool, true);
        return false;
    }

    void waitForServer() {
        waitStart = loop.now();
        become(switch (state) {
            case ClientState.Login before -> before.waits();
            case ClientState.Active before -> before.waits();
            default -> throw new IllegalStateException("a client that is " + state + " cannot wait for a server");
        });
        pause();
        core.events.waiting(this);
        pool.touch();
    }

    /** A server may be there for it now. */
    void wake() {
        long wait = loop.now() - waitStart;
        pool.stats.waitTime += wait;
        waited += wait;
        // A greeting needs no server of its own, and replication has it already: nothing more is asked for.
        if (waitsForWelcome || link != null) served();
        toldToWait = false;
        become(switch (state) {
            case ClientState.Waiting waiting -> waiting.served();
            case ClientState.WaitingLogin waiting -> waiting.served();
            default -> throw new IllegalStateException("a client that is " + state + " does not wait");
        });
        if (login != null) loop.later(() -> {
            if (!isClosed() && login != null) login.goOn();
        });
        resume();
    }

    private void served() {
        pool.waits.add(waited);
        waited = 0;
    }

    // ---- the end

    public void disconnect(boolean tell, String reason) {
        disconnect(tell, Wire.PROTOCOL_VIOLATION, reason);
    }

    /** @param reason null to go without a word in the log */
    void disconnect(boolean tell, String code, String reason) {
        if (state instanceof ClientState.Closed) return;
        if (countedForDatabase) database.clientConnections--;
        if (countedForUser) user.clientConnections--;
        if (reason != null && core.settings().flag(Key.LOG_DISCONNECTIONS))
            core.log(Level.LOG, this, "closing because: " + reason + " (age=" + (loop.now() - connectTime) / 1_000_000 + "s)");
        letGo();
        if (tell && reason != null && !(state instanceof ClientState.WaitingCancel)) {
            if (core.settings().flag(Key.LOG_POOLER_ERRORS)) core.log(Level.WARNING, this, "pooler error: " + reason);
            send(new Out().error(true, code, cut(reason)));
        }
        if (statements != null) forgetStatements();
        become(state.closed());
        if (console != null) console.gone();
        core.clients--;
        core.events.disconnected(this, reason == null ? "" : reason);
        close();
    }

    static String cut(String reason) {
        byte[] bytes = reason.getBytes(UTF_8);
        if (bytes.length <= REASON_BYTES) return reason;
        int end = REASON_BYTES;
        while ((bytes[end] & 0xc0) == 0x80) end--;
        return new String(bytes, 0, end, UTF_8);
    }

    /** Parts from its server. One that is not through with this client's work is closed: nobody else may get what is left of it. */
    private void letGo() {
        if (state instanceof ClientState.ActiveCancel || state instanceof ClientState.WaitingCancel) {
            core.cancels.gone(this);
            return;
        }
        if (link == null) return;
        Server server = link;
        if (server.ready && server.exchange.requests.isEmpty() && !server.hasUnsent() && rest == 0) {
            server.release();
            return;
        }
        link = null;
        server.link = null;
        server.disconnect(true, !server.ready ? "client disconnect while server was not ready"
                : !server.exchange.requests.isEmpty() ? "client disconnected with query in progress"
                : "client disconnect before everything was sent to the server");
    }

    void forgetStatements() {
        for (Statement statement : statements.all()) core.statements.release(statement);
        statements = null;
    }

    @Override
    public void failed(RuntimeException defect) {
        core.logDefect(this, defect);
        disconnect(true, "internal error");
    }

    @Override
    protected void readEnded() {
        if (state instanceof ClientState.Login && keptSize() == 0) disconnect(false, null);
        else disconnect(false, "client unexpected eof");
    }

    @Override
    protected void securingFailed(SSLException cause) {
        core.log(Level.WARNING, this, "TLS handshake error: " + TlsTrouble.text(cause));
        disconnect(false, "client unexpected eof");
    }

    /** @param from where the client's first words of TLS are, if it did not wait for an answer */
    void secure(ByteBuffer in, int from, int to) {
        secure(core.encryption().accept(), in, from, to);
    }

    @Override
    protected void writeFailed() {
        disconnect(false, "client unexpected eof");
    }

    // ---- what the console shows of it

    @Override
    public String stateName() {
        return state == ClientState.ACTIVE && link == null ? "idle" : state.shown();
    }

    @Override
    public String replicationName() {
        return replication.shown;
    }

    @Override
    public Pool pool() {
        return pool;
    }

    @Override
    public String databaseName() {
        return database == null ? null : database.name;
    }

    @Override
    public String userName() {
        return user == null ? null : user.name;
    }

    @Override
    public Peer linked() {
        return link;
    }

    @Override
    public long waitStart() {
        if (queryStart != 0) return queryStart;
        return state instanceof ClientState.WaitingLogin ? waitStart : 0;
    }

    @Override
    public boolean closeNeeded() {
        return false;
    }

    @Override
    public int remotePid() {
        return 0;
    }

    @Override
    public int preparedStatements() {
        return statements == null ? 0 : statements.size();
    }

    @Override
    public String applicationName() {
        return parameters == null ? null : core.parameters.get(parameters, "application_name");
    }
}
