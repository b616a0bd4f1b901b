package poollab.pooler.session;

import java.util.ArrayList;
import java.util.List;
import poollab.pooler.net.Chain;
import poollab.pooler.net.Conn;

/** PAUSE, SUSPEND, RECONNECT and SHUTDOWN: what is begun at once, goes on after each turn of the loop, and is told to the console when it is done. */
public final class Standstill {
    private final Core core;
    private boolean pausing;
    private boolean awaitingClose;
    private boolean suspending;

    Standstill(Core core) {
        this.core = core;
    }

    void afterTurn() {
        if (core.suspended) {
            suspendFurther();
            return;
        }
        if (pausing) pauseFurther();
        if (awaitingClose) lookForClosed();
    }

    // ---- PAUSE

    /** @param database null for all */
    public void pause(Database database) {
        if (database == null && core.suspended) return;
        if (database == null) core.paused = true;
        else database.paused = true;
        pausing = true;
    }

    public void resume(Database database) {
        // A pooler that is ending stays paused: else new work would keep it from ending.
        if (database == null && core.shutdown != Core.Shutdown.NONE) return;
        if (database == null) core.paused = false;
        else database.paused = false;
        if (database == null && core.suspended) endSuspension();
        core.pools.forEach(Pool::touch);
    }

    private void pauseFurther() {
        int busy = 0;
        boolean any = core.paused;
        for (Pool pool : List.copyOf(core.pools)) {
            if (pool.database.admin || !core.isPaused(pool.database)) continue;
            any = true;
            for (Chain<Server> chain : List.of(pool.idleServers, pool.usedServers))
                for (Server server : chain.snapshot()) server.disconnect(true, "pause mode");
            for (Server server : pool.loginServers.snapshot()) server.breakOff("pause mode");
            busy += pool.activeServers.size() + pool.testedServers.size();
        }
        for (Database database : core.databases.values()) any |= database.paused;
        if (!any) {
            pausing = false;
            core.console.resumed();
        }
        if (any && busy == 0) core.console.paused();
    }

    // ---- SUSPEND: nothing is read, so that nothing is under way within the pooler

    public void suspend() {
        core.suspended = true;
        suspending = true;
    }

    /** Who comes meanwhile is not read either. Only the console's clients are. */
    private void suspendFurther() {
        boolean unsent = false;
        for (Conn conn : suspendable()) {
            conn.suspend();
            unsent |= conn.hasUnsent();
        }
        if (!suspending || unsent) return;
        suspending = false;
        core.console.suspended();
    }

    private void endSuspension() {
        core.suspended = false;
        suspendable().forEach(Conn::endSuspension);
        core.console.resumed();
    }

    private List<Conn> suspendable() {
        List<Conn> all = new ArrayList<>(core.loginClients.snapshot());
        for (Pool pool : core.pools) {
            if (pool.database.admin) continue;
            pool.clientChains().forEach(chain -> all.addAll(chain.snapshot()));
            pool.serverChains().forEach(chain -> all.addAll(chain.snapshot()));
        }
        return all;
    }

    // ---- RECONNECT, WAIT_CLOSE

    /** Closes the connections to the server as they get free, so that new ones are opened. */
    public void reconnect(Database database) {
        for (Pool pool : core.pools)
            if (!pool.database.admin && (database == null || pool.database == database)) pool.obsolete();
    }

    public void awaitClose(Database database) {
        for (Database each : core.databases.values())
            if (!each.admin && (database == null || each == database)) each.waitingForClose = true;
        awaitingClose = true;
    }

    private void lookForClosed() {
        int open = 0;
        for (Pool pool : core.pools) {
            if (!pool.database.waitingForClose) continue;
            int[] ofPool = {0};
            pool.forEachServer(server -> {
                if (server.closeNeeded) ofPool[0]++;
            });
            open += ofPool[0];
        }
        if (open > 0) return;
        awaitingClose = false;
        for (Database database : core.databases.values()) database.waitingForClose = false;
        core.console.allClosed();
    }

    // ---- SHUTDOWN

    public void shutdown(Core.Shutdown mode) {
        core.shutdown = mode;
        if (core.suspended) endSuspension();
        if (mode == Core.Shutdown.WAIT_FOR_SERVERS) pause(null);
        if (mode == Core.Shutdown.IMMEDIATE) core.loop.stop();
    }

    void finishShutdown() {
        boolean serversGone = core.pools.stream().allMatch(pool -> pool.servers() == 0);
        if (core.shutdown == Core.Shutdown.WAIT_FOR_SERVERS && serversGone) end("server connections dropped, exiting");
        else if (core.shutdown == Core.Shutdown.WAIT_FOR_CLIENTS && core.clients == 0) end("client connections dropped, exiting");
    }

    private void end(String why) {
        core.log.info(why);
        shutdown(Core.Shutdown.IMMEDIATE);
    }
}
