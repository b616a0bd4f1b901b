package poollab.pooler.session;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import poollab.pooler.auth.Secret;
import poollab.pooler.config.DatabaseEntry;
import poollab.pooler.config.Key;
import poollab.pooler.config.PeerEntry;

/**
 * Other poolers behind the same address. A cancel request may reach any of them, so a client's key names the pooler that
 * gave it (second and third byte), and how often it may be handed on (the last two bits).
 */
public final class Peers {
    private static final int HOPS = 3;

    private final Core core;
    private final Map<Integer, Pool> pools = new TreeMap<>();

    Peers(Core core) {
        this.core = core;
    }

    private int own() {
        return core.settings().number(Key.PEER_ID);
    }

    boolean areThere() {
        return own() > 0;
    }

    /** A client's key, so that every peer knows whose it is. */
    long mark(long key) {
        if (!areThere()) return key;
        long cleared = key & ~(0xffL << 48) & ~(0xffL << 40);
        return cleared | (own() & 0xffL) << 48 | (own() >>> 8 & 0xffL) << 40 | HOPS;
    }

    boolean isOwn(long key) {
        return peerOf(key) == own();
    }

    private static int peerOf(long key) {
        return (int) (key >>> 48 & 0xff) | (int) (key >>> 40 & 0xff) << 8;
    }

    /** The key as it was given out, however often it was handed on. */
    static long unmarked(long key) {
        return key | HOPS;
    }

    /** Hands a cancel on to the pooler that gave the key. */
    void forward(Client request, long key) {
        Pool pool = pool(peerOf(key));
        if ((key & HOPS) == 0) request.disconnect(false, "failed to forward cancel request because its TTL was exhausted");
        else if (pool == null) request.disconnect(false, "could not find peer to forward request to");
        else {
            request.cancelKey = key - 1;
            core.cancels.queue(request, pool);
        }
    }

    private Pool pool(int id) {
        Pool known = pools.get(id);
        PeerEntry peer = core.config().peers().get(id);
        if (known != null || peer == null) return known;
        DatabaseEntry entry = new DatabaseEntry("peer " + id, false, peer.host(), peer.port(), null, null, null, null, null, null,
                peer.poolSize(), -1, -1, null, null, true, -1, -1, -1, Map.of());
        Pool pool = new Pool(core, Database.ofPeer(core, entry), new Credentials(new User(entry.name()), new Secret.None()));
        pools.put(id, pool);
        return pool;
    }

    /** They may be others now; what is under way ends by itself. */
    void forget() {
        pools.clear();
    }

    public Map<Integer, Pool> byId() {
        return pools;
    }

    Collection<Pool> pools() {
        return pools.values();
    }
}
