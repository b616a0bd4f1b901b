package poollab.pooler.session;

import poollab.pooler.config.Key;
import poollab.pooler.config.PoolMode;
import poollab.pooler.wire.Out;

/** What becomes of a server connection when its client is done with it: closed, reset, checked, kept from use for a moment, or given to the next. */
final class Returns {
    private final Core core;

    Returns(Core core) {
        this.core = core;
    }

    /** Is free for the next client; before that it may have to be reset, checked, or to wait for a cancel that is still under way. */
    void release(Server server) {
        if (server.replication != Replication.NONE && server.state instanceof ServerState.Login before) {
            server.become(before.dedicated());
            server.link.wake();
            return;
        }
        if (server.link != null) {
            server.link.link = null;
            if (!server.link.isPaused() && !server.link.isClosed()) server.link.readAgain();
            server.link = null;
        }
        core.cancels.forgetQueued(server);
        if (server.replication != Replication.NONE) {
            server.disconnect(true, "replication client was closed");
            return;
        }
        if (!(server.state instanceof ServerState.Login) && lifeIsOver(server)) {
            server.pool.lastLifetimeClose = core.loop.now();
            server.disconnect(true, "server lifetime over");
            return;
        }
        if (!server.exchange.requests.isEmpty()) {
            server.disconnect(true, "client disconnected with queries in progress");
            return;
        }
        if (server.closeNeeded) {
            server.disconnect(true, "close_needed");
            return;
        }
        if (server.cancels > 0 && server.state instanceof ServerState.Active active) {
            server.become(active.awaitsCancels());
            return;
        }
        if (server.cancels > 0) return;
        String reset = core.settings().text(Key.SERVER_RESET_QUERY);
        boolean used = server.state instanceof ServerState.Active || server.state instanceof ServerState.BeingCanceled;
        switch (server.state) {
            case ServerState.Login before -> server.become(before.loggedIn());
            case ServerState.Releasable before -> {
                if (used && reset != null && !reset.isEmpty() && (server.mode() == PoolMode.SESSION || core.settings().flag(Key.SERVER_RESET_QUERY_ALWAYS))) {
                    server.become(before.resets());
                    server.ready = false;
                    server.send(new Out().query(reset));
                    return;
                }
                if (used && core.settings().micros(Key.SERVER_CHECK_DELAY) == 0 && core.checkQuery() != null) {
                    server.become(before.unchecked());
                    server.pool.touch();
                    return;
                }
                server.become(before.released());
            }
            default -> throw new IllegalStateException("a server connection that is " + server.state + " cannot be released");
        }
        core.events.released(server);
        serveNext(server.pool);
    }

    /** The first of the queue gets it, before anybody who comes later. */
    private void serveNext(Pool pool) {
        pool.touch();
        if (core.isPaused(pool.database)) return;
        Client next = pool.waitingClients.first();
        if (next != null && !next.replicates()) next.wake();
    }

    boolean lifeIsOver(Server server) {
        long now = core.loop.now();
        long lifetime = server.pool.serverLifetime();
        if (now - server.connectTime < lifetime) return false;
        // Spread out, so that not all connections are opened anew together.
        long gap = server.pool.size() > 0 ? lifetime / server.pool.size() : 0;
        return now - server.pool.lastLifetimeClose >= gap;
    }

    /** Sends the check query, or frees the connection at once when it was used a moment ago. */
    void check(Server server) {
        String query = core.checkQuery();
        long delay = core.settings().micros(Key.SERVER_CHECK_DELAY);
        if (query == null || delay > 0 && core.loop.now() - server.requestTime < delay) {
            release(server);
            return;
        }
        server.become(((ServerState.Used) server.state).checked());
        server.ready = false;
        server.send(new Out().query(query));
    }
}
