package poollab.pooler.session;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.function.Predicate;
import poollab.pooler.config.DatabaseEntry;
import poollab.pooler.config.Key;
import poollab.pooler.log.Log.Level;
import poollab.pooler.net.Chain;

/** Opens server connections, one at a time for each pool, as far as the limits allow. */
final class Launcher {
    private final Core core;

    Launcher(Core core) {
        this.core = core;
    }

    /** @param evict whether idle connections of other pools may be closed to make room below a database's or a user's limit */
    void launch(Pool pool, boolean evict) {
        if (!pool.loginServers.isEmpty()) return;
        long now = core.loop.now();
        if (pool.lastConnectFailed && now - pool.lastConnect < core.settings().micros(Key.SERVER_LOGIN_RETRY)) return;
        int open = pool.servers();
        // A cancel gives a connection back sooner or later, so it may exceed the pool's size, up to twice of it.
        boolean forCancel = !pool.waitingCancels.isEmpty() && open < 2 * pool.size();
        if (!forCancel && !(hasRoom(pool, open, now) && databaseHasRoom(pool, evict) && userHasRoom(pool, evict))) return;
        open(pool);
    }

    private boolean hasRoom(Pool pool, int open, long now) {
        int size = pool.size();
        if (size == 0 || open < size || !pool.welcomeReady) return true;
        Client first = pool.waitingClients.first();
        if (first != null && first.replicates()) return makeRoom(pool, size);
        long reserveAfter = core.settings().micros(Key.RESERVE_POOL_TIMEOUT);
        if (first == null || reserveAfter == 0 || now - first.requestTime < reserveAfter || open >= size + pool.reserve()) return false;
        core.log(Level.WARNING, first, "taking connection from reserve_pool");
        return true;
    }

    /** A client that replicates cannot use what is idle, so that goes. */
    private boolean makeRoom(Pool pool, int size) {
        if (pool.servers() >= size && !pool.idleServers.isEmpty()) pool.idleServers.last().disconnect(true, "evicted");
        return pool.servers() < size;
    }

    private boolean databaseHasRoom(Pool pool, boolean evict) {
        int most = pool.database.maxConnections();
        while (most > 0 && pool.database.connections >= most)
            if (!evict || !evictOldest(other -> other.database == pool.database)) return false;
        return true;
    }

    private boolean userHasRoom(Pool pool, boolean evict) {
        User user = pool.credentials.user;
        int most = user.limits.maxUserConnections() > 0 ? user.limits.maxUserConnections() : core.settings().number(Key.MAX_USER_CONNECTIONS);
        while (most > 0 && user.connections >= most)
            if (!evict || !evictOldest(other -> other.credentials == pool.credentials)) return false;
        return true;
    }

    private boolean evictOldest(Predicate<Pool> among) {
        Server oldest = null;
        for (Pool pool : core.pools) {
            if (!among.test(pool)) continue;
            oldest = older(oldest, pool.idleServers);
            if (!pool.waitingClients.isEmpty()) continue;
            oldest = older(oldest, pool.usedServers);
            oldest = older(oldest, pool.testedServers);
        }
        if (oldest == null) return false;
        oldest.disconnect(true, "evicted");
        return true;
    }

    private static Server older(Server oldest, Chain<Server> chain) {
        Server last = chain.last();
        if (last == null) return oldest;
        return oldest == null || last.requestTime < oldest.requestTime ? last : oldest;
    }

    // ---- connecting

    private void open(Pool pool) {
        pool.lastConnect = core.loop.now();
        String host = chooseHost(pool);
        boolean unix = host == null || host.startsWith("/");
        Server server;
        try {
            SocketChannel channel = unix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
            server = new Server(pool, channel);
            if (!unix) core.addresses.tune(channel);
        } catch (IOException e) {
            core.log.error("cannot open a socket to the server: " + e.getMessage());
            pool.lastConnectFailed = true;
            return;
        }
        server.host = host;
        server.login = new ServerLogin(server);
        pool.database.connections++;
        pool.credentials.user.connections++;
        if (unix) {
            connect(server, unixAddress(pool, host));
            return;
        }
        try {
            connect(server, new InetSocketAddress(InetAddress.ofLiteral(host), pool.database.entry.port()));
        } catch (IllegalArgumentException e) {
            resolve(server, host);
        }
    }

    private String chooseHost(Pool pool) {
        DatabaseEntry entry = pool.database.entry;
        if (entry.host() == null || !entry.host().contains(",")) return entry.host();
        String[] hosts = entry.host().split(",");
        if (!entry.loadBalanceRoundRobin() && pool.lastConnectFailed) pool.hostTurn++;
        String host = hosts[Math.floorMod(pool.hostTurn, hosts.length)].strip();
        if (entry.loadBalanceRoundRobin()) pool.hostTurn++;
        return host;
    }

    private SocketAddress unixAddress(Pool pool, String host) {
        String folder = host != null ? host : core.settings().text(Key.UNIX_SOCKET_DIR);
        return UnixDomainSocketAddress.of(Path.of(folder == null ? "/tmp" : folder, ".s.PGSQL." + pool.database.entry.port()));
    }

    /** A name may take seconds to resolve, so that is not done in the loop. */
    private void resolve(Server server, String host) {
        int port = server.pool.database.entry.port();
        Thread.ofVirtual().name("resolve " + host).start(() -> {
            try {
                InetAddress address = InetAddress.getByName(host);
                core.loop.execute(() -> connect(server, new InetSocketAddress(address, port)));
            } catch (UnknownHostException e) {
                core.loop.execute(() -> server.disconnect(true, "server DNS lookup failed"));
            }
        });
    }

    private void connect(Server server, SocketAddress address) {
        if (server.isClosed()) return;
        try {
            server.connect(address);
        } catch (IOException e) {
            core.loop.later(() -> {
                core.log(Level.WARNING, server, "connect failed: " + e.getMessage());
                server.disconnect(false, "connect failed");
            });
        }
    }

    /** The socket is open: a cancel that waits has precedence, for it may free a connection. */
    void connected(Server server) {
        if (core.settings().flag(Key.LOG_CONNECTIONS))
            core.log(Level.LOG, server, "new connection to server" + core.addresses.from(server));
        if (!server.pool.waitingCancels.isEmpty()) core.cancels.forward(server);
        else if (server.pool.database.isPeer()) {
            server.become(((ServerState.Login) server.state).carriesCancel());
            server.disconnect(false, "peer server was not necessary anymore, because client cancel connection was already closed");
        } else server.login.begin();
    }
}
