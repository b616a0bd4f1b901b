package poollab.pooler.session;


import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLException;
import poollab.pooler.config.Key;
import poollab.pooler.config.PoolMode;
import poollab.pooler.log.Log.Level;
import poollab.pooler.net.Chain;
import poollab.pooler.tls.TlsProblem;
import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/** A connection to a PostgreSQL server. What it says goes to the client linked to it; ReadyForQuery decides when it is free again. */
public final class Server extends Peer {
    final Pool pool;
    ServerState state = ServerState.LOGIN;
    /** Present until the connection is logged in. */
    ServerLogin login;
    /** Runs for a client that is not logged in yet; null for all others. */
    AuthQuery authQuery;
    Client link;
    String host;
    /** For one client's replication, and closed after it. */
    Replication replication = Replication.NONE;

    final String[] parameters;
    long cancelKey;
    final Exchange exchange;
    /** How many cancel requests for this connection's query are queued or under way. */
    int cancels;

    /** Outside a transaction, with nothing to answer. */
    boolean ready;
    boolean idleInTransaction;
    boolean closeNeeded;
    /** Setting the client's parameters; the client waits. */
    boolean settingParameters;
    /** A login that is broken off without a fault of the server's. */
    private boolean blameless;
    /** The input that is worked through began with the beginning of a message. */
    private boolean beganWhole;

    Server(Pool pool, SocketChannel channel) {
        super(pool.core, channel);
        this.pool = pool;
        exchange = new Exchange(core.statements);
        parameters = core.parameters.none();
        pool.loginServers.append(this);
    }

    void become(ServerState next) {
        state.in(pool).remove(this);
        state = next;
        Chain<Server> chain = next.in(pool);
        if (chain == null) return;
        // The most recently used first, so that those not needed grow old and are closed.
        boolean last = !(next instanceof ServerState.Idle || next instanceof ServerState.Used)
                || next instanceof ServerState.Idle && (closeNeeded || core.settings().flag(Key.SERVER_ROUND_ROBIN));
        if (last) chain.append(this);
        else chain.prepend(this);
    }

    PoolMode mode() {
        return replication != Replication.NONE ? PoolMode.SESSION : pool.mode();
    }

    public ServerState state() {
        return state;
    }

    // ---- what it says

    @Override
    protected int work(ByteBuffer in, int from, int to) {
        requestTime = loop.now();
        int at = from;
        beganWhole = rest == 0;
        while (!isClosed()) {
            int done = rest > 0 ? passRest(in, at, to) : login != null ? login.message(in, at, to)
                    : authQuery != null ? authQuery.message(in, at, to)
                    : message(in, at, to);
            if (done == 0) break;
            at += done;
            if (rest == 0) answerFakes();
        }
        return at;
    }

    /** @return how many bytes are dealt with; 0 to be called again with more */
    private int message(ByteBuffer in, int at, int to) {
        if (to - at < Wire.HEAD) return 0;
        int type = in.get(at);
        long size = (in.getInt(at + 1) & 0xffffffffL) + 1;
        if (type == 0 || size < Wire.HEAD) {
            disconnect(true, "bad pkt header");
            return 0;
        }
        boolean complete = to - at >= size;
        boolean nowReady = false;
        boolean nowIdleInTransaction = false;
        boolean skip = false;
        boolean asynchronous = false;
        switch (type) {
            case 'D', 'd' -> {}
            case 'Z' -> {
                if (!complete) return 0;
                skip = exchange.ready();
                switch (in.get(at + Wire.HEAD)) {
                    case 'I' -> nowReady = true;
                    case 'T', 'E' -> {
                        if (mode() == PoolMode.STATEMENT) {
                            // The client must not take its BEGIN for done.
                            if (beganWhole) loop.outlet().discard();
                            disconnect(true, "transaction blocks not allowed in statement pooling mode");
                            return 0;
                        }
                        nowIdleInTransaction = true;
                    }
                    default -> {}
                }
            }
            case 'C' -> {
                if (!complete) return whole(size);
                forgetStatementsAfter(in, at, size);
                skip = exchange.complete();
            }
            case 'I', 's' -> skip = exchange.answers('E');
            case '1' -> skip = exchange.answers('P');
            case '2' -> skip = exchange.answers('B');
            case '3' -> skip = exchange.answers('C');
            case 'T', 'n' -> skip = exchange.answers('D');
            case 't', 'c', 'f', 'V', 'H', 'N' -> {}
            case 'S' -> {
                if (!complete) return whole(size);
                learnParameter(in, at + Wire.HEAD, at + (int) size);
            }
            case 'E' -> {
                if (settingParameters) {
                    if (!complete) return whole(size);
                    ErrorFields error = ErrorFields.of(in, at, (int) size);
                    core.log(Level.ERROR, this, "varcache_apply failed: " + error.line());
                    disconnect(true, error.last() ? "server conn crashed?" : "invalid server parameter");
                    return 0;
                }
                exchange.error();
            }
            case 'A' -> {
                nowReady = ready;
                nowIdleInTransaction = idleInTransaction;
                asynchronous = true;
            }
            case 'G', 'W' -> exchange.beginCopy();
            default -> {
                core.log(Level.ERROR, this, "unknown pkt: '" + (char) type + "'");
                disconnect(true, "unknown pkt");
                return 0;
            }
        }
        ready = nowReady;
        idleInTransaction = nowIdleInTransaction;
        pool.stats.sent += size;
        if (link == null && state != ServerState.TESTED) core.log(Level.WARNING, this, "got packet '" + (char) type + "' from server when not linked");
        boolean hidden = skip || settingParameters || link == null;
        if (!hidden && !asynchronous && (ready || idleInTransaction) && exchange.requests.isEmpty()) endTimes();
        return pass(in, at, to, size, hidden);
    }

    void needWhole(int size) {
        need(size);
    }

    private int whole(long size) {
        need((int) Math.min(size, Integer.MAX_VALUE));
        return 0;
    }

    /** The requests that the server never got, and whose turn it is now. */
    private void answerFakes() {
        while (link != null && exchange.answersItself()) {
            loop.outlet().put(link, Exchange.answerTo(exchange.requests.type()));
            exchange.requests.remove();
        }
    }

    private void endTimes() {
        long now = loop.now();
        if (link.queryStart != 0) {
            pool.stats.queryTime += now - link.queryStart;
            link.queryStart = 0;
        }
        if (ready && link.transactionStart != 0) {
            pool.stats.transactionTime += now - link.transactionStart;
            link.transactionStart = 0;
        }
    }

    // ---- what is known of its session

    void learnParameter(ByteBuffer in, int from, int to) {
        int nameEnd = Wire.stringEnd(in, from, to);
        int valueEnd = nameEnd < 0 ? -1 : Wire.stringEnd(in, nameEnd + 1, to);
        if (valueEnd < 0) {
            disconnect(true, "broken ParameterStatus packet");
            return;
        }
        String name = Wire.text(in, from, nameEnd);
        String value = core.intern(Wire.text(in, nameEnd + 1, valueEnd));
        core.parameters.set(parameters, name, value);
        if (link != null && !settingParameters && authQuery == null) core.parameters.set(link.parameters, name, value);
        if (login != null) pool.learnParameter(name, value);
    }

    private void forgetStatementsAfter(ByteBuffer in, int at, long size) {
        if (!Exchange.dropsStatements(in, at, size)) return;
        if (mode() == PoolMode.SESSION || core.settings().number(Key.MAX_PREPARED_STATEMENTS) == 0) return;
        exchange.forgetStatements();
        if (link != null && link.statements != null) link.forgetStatements();
    }

    // ---- free again

    @Override
    protected void worked() {
        if (!ready || rest > 0) return;
        if (settingParameters) {
            settingParameters = false;
            core.parameters.takeCanonical(link.parameters, parameters, change -> core.log(Level.DEBUG, link, change));
            link.resume();
            return;
        }
        if (authQuery != null) {
            AuthQuery answered = authQuery;
            authQuery = null;
            release();
            answered.finish();
            return;
        }
        boolean free = switch (state) {
            case ServerState.Active active -> mode() != PoolMode.SESSION && exchange.requests.isEmpty();
            case ServerState.Tested tested -> true;
            default -> false;
        };
        if (free) release();
    }

    /** Is free for the next client. */
    void release() {
        core.returns.release(this);
    }

    // ---- the end

    /** Ends a login that says nothing of how the next one goes. */
    void breakOff(String reason) {
        blameless = true;
        disconnect(true, reason);
    }

    /** @param goodbye whether to tell the server; not when it is broken */
    void disconnect(boolean goodbye, String reason) {
        if (state instanceof ServerState.Closed) return;
        if (core.settings().flag(Key.LOG_DISCONNECTIONS))
            core.log(Level.LOG, this, "closing because: " + reason + " (age=" + (loop.now() - connectTime) / 1_000_000 + "s)");
        ServerState before = state;
        Client client = link;
        link = null;
        if (before instanceof ServerState.Login && !blameless) {
            pool.lastLoginFailed = true;
            pool.lastConnectFailed = true;
            pool.lastRefused = login != null && login.refused;
            pool.lastFailure = reason;
            pool.lastFailureCode = login != null ? login.refusalCode : Wire.PROTOCOL_VIOLATION;
        }
        become(before.closed());
        core.cancels.serverGone(this);
        exchange.end();
        pool.database.connections--;
        pool.credentials.user.connections--;
        if (goodbye && !(before instanceof ServerState.ActiveCancel)) send(new Out(8).begin('X').end());
        if (client != null) {
            loop.outlet().flush();
            client.link = null;
            client.disconnect(before instanceof ServerState.Active || replication != Replication.NONE, authQuery == null ? reason : "bouncer config error");
        }
        core.events.closed(this, reason);
        pool.touch();
        close();
    }

    @Override
    public void failed(RuntimeException defect) {
        core.logDefect(this, defect);
        disconnect(false, "internal error");
    }

    @Override
    protected void readEnded() {
        if (state instanceof ServerState.ActiveCancel) disconnect(false, "successfully sent cancel request");
        else disconnect(false, "server conn crashed?");
    }

    @Override
    protected void writeFailed() {
        if (state instanceof ServerState.ActiveCancel) disconnect(false, "successfully sent cancel request");
        else disconnect(false, "server conn crashed?");
    }

    @Override
    protected void connected() {
        requestTime = loop.now();
        core.launcher.connected(this);
    }

    void secure(ByteBuffer in, int at) {
        try {
            secure(core.encryption().connect(host, pool.database.entry.port()), in, at, at);
        } catch (TlsProblem e) {
            core.log(Level.ERROR, this, e.getMessage());
            disconnect(false, "sslreq processing failed");
        }
    }

    @Override
    protected void secured() {
        core.log(core.settings().flag(Key.LOG_CONNECTIONS) ? Level.LOG : Level.NOISE, this, "SSL established: " + tls().info());
        requestTime = loop.now();
        login.start();
    }

    @Override
    protected void securingFailed(SSLException cause) {
        core.log(Level.WARNING, this, "TLS handshake error: " + TlsTrouble.text(cause));
        disconnect(false, "server conn crashed?");
    }

    @Override
    protected void connectFailed(String reason) {
        core.log(Level.WARNING, this, "connect failed: " + reason);
        disconnect(false, "connect failed");
    }

    // ---- what the console shows of it

    @Override
    public String stateName() {
        return state.shown();
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
        return pool.database.name;
    }

    @Override
    public String userName() {
        return pool.credentials.name();
    }

    @Override
    public Peer linked() {
        return link;
    }

    @Override
    public long waitStart() {
        return 0;
    }

    @Override
    public boolean closeNeeded() {
        return closeNeeded;
    }

    /** The backend's process id, as the server told it for cancels. */
    @Override
    public int remotePid() {
        return (int) (cancelKey >>> 32);
    }

    @Override
    public int preparedStatements() {
        return exchange.statements.size();
    }

    @Override
    public String applicationName() {
        return core.parameters.get(parameters, "application_name");
    }
}
