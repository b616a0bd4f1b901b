package poollab.pooler.session;

import java.util.List;
import poollab.pooler.config.Key;
import poollab.pooler.config.Settings;
import poollab.pooler.config.UserEntry;
import poollab.pooler.net.Chain;
import poollab.pooler.wire.Out;

/** What is done now and then: three times a second all that depends on time, and after each turn of the loop what the turn has made possible. */
public final class Janitor {
    /** Microseconds. */
    public static final long PERIOD = 1_000_000 / 3;
    private static final int MOST_PASSES = 16;

    private final Core core;

    Janitor(Core core) {
        this.core = core;
    }

    // ---- after each turn

    public void afterTurn() {
        if (core.suspended) {
            core.standstill.afterTurn();
            return;
        }
        for (int pass = 0; pass < MOST_PASSES && !core.touchedPools.isEmpty(); pass++) {
            List<Pool> touched = core.takeTouched();
            for (int i = 0; i < touched.size(); i++) {
                Pool pool = touched.get(i);
                pool.touched = false;
                if (!pool.database.admin && !core.isPaused(pool.database)) serveWaiting(pool);
            }
        }
        core.standstill.afterTurn();
    }

    /** Sees that each waiting client has something to wait for: an idle server, one that is being checked, or a new one. */
    private void serveWaiting(Pool pool) {
        if (!pool.waitingCancels.isEmpty()) {
            core.launcher.launch(pool, true);
            return;
        }
        int tested = pool.testedServers.size();
        int used = pool.usedServers.size();
        for (Client client = pool.waitingClients.first(), next; client != null; client = next) {
            next = pool.waitingClients.after(client);
            if (client.replicates()) {
                if (client.link == null) core.launcher.launch(pool, true);
            } else if (!pool.idleServers.isEmpty()) {
                if (client.waitsForWelcome && !pool.welcomeReady) core.launcher.launch(pool, true);
                else client.wake();
            } else if (tested > 0) tested--;
            else if (used > 0) {
                checkNext(pool);
                used--;
            } else {
                core.launcher.launch(pool, true);
                return;
            }
        }
    }

    private void checkNext(Pool pool) {
        for (Server server; (server = pool.usedServers.first()) != null; ) {
            if (server.ready) {
                core.returns.check(server);
                return;
            }
            server.disconnect(true, "idle server got dirty");
        }
    }

    // ---- three times a second

    public void work() {
        if (core.suspended) return;
        for (Database database : List.copyOf(core.databases.values()))
            if (!database.admin && database.minPoolSize() > 0 && database.forced != null) core.pool(database, database.forced);
        for (Pool pool : List.copyOf(core.pools)) {
            if (pool.database.admin) continue;
            servers(pool);
            clients(pool);
            if (!pool.waitingClients.isEmpty() || !pool.waitingCancels.isEmpty()) pool.touch();
        }
        for (Pool pool : core.peers.pools()) {
            connecting(pool);
            cancels(pool);
            if (!pool.waitingCancels.isEmpty()) pool.touch();
        }
        logins();
        automaticDatabases();
        core.standstill.finishShutdown();
    }

    private void servers(Pool pool) {
        unused(pool, pool.usedServers, false);
        unused(pool, pool.testedServers, false);
        unused(pool, pool.idleServers, true);
        for (Server server : pool.activeServers.snapshot()) active(pool, server);
        connecting(pool);
        keepSize(pool);
    }

    private void connecting(Pool pool) {
        long timeout = core.settings().micros(Key.SERVER_CONNECT_TIMEOUT);
        if (timeout <= 0) return;
        for (Server server : pool.loginServers.snapshot())
            if (core.loop.now() - server.connectTime > timeout) server.disconnect(true, "connect timeout");
    }

    private void unused(Pool pool, Chain<Server> chain, boolean rest) {
        long now = core.loop.now();
        Settings settings = core.settings();
        long idleTimeout = settings.micros(Key.SERVER_IDLE_TIMEOUT);
        int least = pool.database.minPoolSize();
        for (Server server : chain.snapshot()) {
            long idle = now - server.requestTime;
            boolean tested = server.state instanceof ServerState.Tested;
            if (server.closeNeeded) server.disconnect(true, "database configuration changed");
            else if (!server.ready && !tested) server.disconnect(true, (server.state instanceof ServerState.Idle ? "SV_IDLE" : "SV_USED") + " server got dirty");
            else if (idleTimeout > 0 && idle > idleTimeout && (least == 0 || pool.connected() > least)) server.disconnect(true, "server idle timeout");
            else if (now - server.connectTime >= pool.serverLifetime()) {
                if (core.returns.lifeIsOver(server)) {
                    server.disconnect(true, "server lifetime over");
                    pool.lastLifetimeClose = now;
                }
            } else if (core.paused) server.disconnect(true, "pause mode");
            else if (rest && core.checkQuery() != null && idle > settings.micros(Key.SERVER_CHECK_DELAY) && server.state instanceof ServerState.Idle free) {
                server.become(free.rests());
                pool.touch();
            }
        }
    }

    private void active(Pool pool, Server server) {
        if (server.replication != Replication.NONE && server.closeNeeded) {
            server.disconnect(true, "database configuration changed");
            return;
        }
        if (server.ready) {
            if (server.closeNeeded && core.settings().flag(Key.SERVER_FAST_CLOSE)) server.disconnect(true, "database configuration changed");
            return;
        }
        if (server.link == null) return;
        long now = core.loop.now();
        UserEntry user = pool.credentials.user.limits;
        long query = limit(user.queryTimeoutMicros(), Key.QUERY_TIMEOUT);
        long idleTransaction = limit(user.idleTransactionTimeoutMicros(), Key.IDLE_TRANSACTION_TIMEOUT);
        long transaction = limit(user.transactionTimeoutMicros(), Key.TRANSACTION_TIMEOUT);
        if (query > 0 && now - server.link.requestTime > query) server.disconnect(true, "query timeout");
        else if (idleTransaction > 0 && server.idleInTransaction && now - server.requestTime > idleTransaction) server.disconnect(true, "idle transaction timeout");
        else if (transaction > 0 && server.link.transactionStart > 0 && now - server.link.transactionStart > transaction) server.disconnect(true, "transaction timeout");
    }

    private long limit(long ofUser, Key general) {
        return ofUser > 0 ? ofUser : core.settings().micros(general);
    }

    /** Closes what is above the pool's size, and opens what is missing to the least. */
    private void keepSize(Pool pool) {
        int connected = pool.connected();
        int size = pool.size();
        for (int many = connected - size - pool.reserve(); size > 0 && many > 0; many--) {
            Server server = pool.usedServers.isEmpty() ? pool.idleServers.first() : pool.usedServers.first();
            if (server == null) break;
            server.disconnect(true, "too many servers in the pool");
            connected--;
        }
        boolean wanted = pool.clients() > 0 || pool.database.forced != null;
        if (connected < pool.database.minPoolSize() && (size == 0 || connected < size) && !core.isPaused(pool.database) && core.shutdown == Core.Shutdown.NONE && wanted)
            core.launcher.launch(pool, false);
    }

    private void clients(Pool pool) {
        long now = core.loop.now();
        Settings settings = core.settings();
        for (Client client : pool.activeClients.snapshot()) {
            long idle = limit(client.user.limits.clientIdleTimeoutMicros(), Key.CLIENT_IDLE_TIMEOUT);
            if (idle > 0 && client.link == null && now - client.requestTime > idle) client.disconnect(true, "client_idle_timeout");
        }
        long query = settings.micros(Key.QUERY_TIMEOUT);
        long wait = settings.micros(Key.QUERY_WAIT_TIMEOUT);
        long login = settings.micros(Key.CLIENT_LOGIN_TIMEOUT);
        long notify = settings.micros(Key.QUERY_WAIT_NOTIFY);
        for (Client client : pool.waitingClients.snapshot()) {
            long age = now - (client.queryStart == 0 ? client.requestTime : client.queryStart);
            if (core.shutdown == Core.Shutdown.WAIT_FOR_SERVERS) client.disconnect(true, "server shutting down");
            else if (query > 0 && age > query) client.disconnect(true, "query_timeout");
            else if (wait > 0 && age > wait) client.disconnect(true, "query_wait_timeout");
            else if (login > 0 && !pool.welcomeReady && client.waitsForWelcome && now - client.connectTime > login) client.disconnect(true, "client_login_timeout (server down)");
            else if (notify > 0 && client.welcomed && !client.toldToWait && now - client.waitStart > notify) {
                client.toldToWait = true;
                client.send(new Out().notice("No server connection available in postgres backend, client being queued"));
            }
        }
        cancels(pool);
    }

    private void cancels(Pool pool) {
        long timeout = core.settings().micros(Key.CANCEL_WAIT_TIMEOUT);
        if (timeout <= 0) return;
        for (Client client : pool.waitingCancels.snapshot())
            if (core.loop.now() - client.requestTime > timeout) client.disconnect(false, "cancel_wait_timeout");
    }

    private void logins() {
        long timeout = core.settings().micros(Key.CLIENT_LOGIN_TIMEOUT);
        if (timeout <= 0) return;
        for (Client client : core.loginClients.snapshot())
            if (core.loop.now() - client.connectTime > timeout) client.disconnect(true, "client_login_timeout");
    }

    private void automaticDatabases() {
        long timeout = core.settings().micros(Key.AUTODB_IDLE_TIMEOUT);
        long now = core.loop.now();
        for (Database database : List.copyOf(core.databases.values())) {
            if (!database.entry.automatic()) continue;
            boolean used = database.clientConnections > 0 || database.connections > 0;
            if (used) database.inactiveSince = 0;
            else if (database.inactiveSince == 0) database.inactiveSince = now;
            else if (timeout > 0 && !database.paused && now - database.inactiveSince > timeout) core.inventory.drop(database);
        }
    }
}
