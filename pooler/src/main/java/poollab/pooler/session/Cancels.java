package poollab.pooler.session;

import poollab.pooler.wire.Out;
import poollab.pooler.wire.Wire;

/**
 * Cancel requests. One goes to the server only while the client it is about is still linked to the connection that ran
 * its query; and as long as it is under way, that connection is given to nobody, for the cancel could hit the wrong query.
 */
final class Cancels {
    private final Core core;

    Cancels(Core core) {
        this.core = core;
    }

    /** A new connection that came only to cancel. It never gets an answer. */
    void accept(Client request, long key) {
        if (core.peers.areThere() && !core.peers.isOwn(key)) {
            core.peers.forward(request, key);
            return;
        }
        Client target = find(core.peers.areThere() ? Peers.unmarked(key) : key);
        if (target == null) request.disconnect(false, "failed cancel request");
        else if (target.console != null) {
            request.disconnect(false, "cancel request for console client");
            target.console.cancel();
        } else if (target.link == null) request.disconnect(false, "cancel request for idle client");
        else if (target.link.settingParameters) request.disconnect(false, "ignoring cancel request for server that is setting vars");
        else {
            request.canceled = target.link;
            target.link.cancels++;
            queue(request, target.pool);
        }
    }

    /** Waits until a connection is open that carries it. */
    void queue(Client request, Pool pool) {
        request.pool = pool;
        request.become(((ClientState.Login) request.state).asksCancel());
        request.pause();
        core.launcher.launch(pool, true);
        pool.touch();
    }

    private Client find(long key) {
        for (Pool pool : core.pools) {
            for (Client client = pool.activeClients.first(); client != null; client = pool.activeClients.after(client))
                if (client.welcomed && client.cancelKey == key) return client;
            for (Client client = pool.waitingClients.first(); client != null; client = pool.waitingClients.after(client))
                if (client.welcomed && client.cancelKey == key) return client;
        }
        return null;
    }

    /** Sends the first cancel that waits over a connection that was just opened. */
    void forward(Server carrier) {
        Client request = carrier.pool.waitingCancels.first();
        carrier.become(((ServerState.Login) carrier.state).carriesCancel());
        carrier.pool.lastConnectFailed = false;
        carrier.link = request;
        request.link = carrier;
        boolean toPeer = carrier.pool.database.isPeer();
        if (request.canceled == null && !toPeer) {
            request.disconnect(false, "not sending cancel request for client that is now idle");
            return;
        }
        request.become(((ClientState.WaitingCancel) request.state).sent());
        long key = toPeer ? request.cancelKey : request.canceled.cancelKey;
        carrier.send(new Out(16).beginUntyped().i32(Wire.CANCEL_REQUEST).i32((int) (key >>> 32)).i32((int) key).end());
    }

    /** The request's client leaves, because it was sent or because it gave up. */
    void gone(Client request) {
        Server carrier = request.link;
        if (carrier != null) {
            request.link = null;
            carrier.link = null;
            carrier.disconnect(false, "client gave up on cancel request, so we also give up forwarding to server");
        }
        Server canceled = request.canceled;
        if (canceled == null) return;
        request.canceled = null;
        canceled.cancels--;
        if (canceled.cancels == 0 && canceled.state instanceof ServerState.BeingCanceled) canceled.release();
    }

    /** The query is over: what was not sent yet is not needed any more. */
    void forgetQueued(Server server) {
        if (server.cancels == 0) return;
        for (Client request : server.pool.waitingCancels.snapshot())
            if (request.canceled == server) {
                request.canceled = null;
                server.cancels--;
            }
    }

    void serverGone(Server server) {
        if (server.cancels == 0) return;
        forgetQueued(server);
        for (Client request : server.pool.activeCancels.snapshot())
            if (request.canceled == server) request.canceled = null;
        server.cancels = 0;
    }
}
