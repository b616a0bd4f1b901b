package poollab.pooler.admin;

import poollab.pooler.config.DatabaseEntry;
import poollab.pooler.config.Key;
import poollab.pooler.config.PeerEntry;
import poollab.pooler.config.PoolMode;
import poollab.pooler.config.UserEntry;
import poollab.pooler.session.Core;
import poollab.pooler.session.Database;
import poollab.pooler.session.Pool;
import poollab.pooler.session.User;

/** SHOW POOLS, PEER_POOLS, DATABASES, PEERS and USERS. */
final class PoolTables {
    private static final int MICROS = 1_000_000;

    private final Core core;

    PoolTables(Core core) {
        this.core = core;
    }

    Table pools() {
        Rows rows = new Rows("ssiiiiiiiiiiiiiss", "database user cl_active cl_waiting cl_active_cancel_req cl_waiting_cancel_req"
                + " sv_active sv_active_cancel sv_being_canceled sv_idle sv_used sv_tested sv_login maxwait maxwait_us pool_mode load_balance_hosts");
        for (Pool pool : core.pools()) {
            long wait = pool.longestWait();
            rows.add(pool.database.name, pool.credentials.name(),
                    pool.activeClients.size(), pool.waitingClients.size(), pool.activeCancels.size(), pool.waitingCancels.size(),
                    pool.activeServers.size(), pool.cancelServers.size(), pool.beingCanceledServers.size(), pool.idleServers.size(),
                    pool.usedServers.size(), pool.testedServers.size(), pool.loginServers.size(),
                    wait / MICROS, wait % MICROS, pool.mode().text(), loadBalancing(pool.database.entry()));
        }
        return rows.table();
    }

    /** A peer has a row once a cancel request was handed to it. */
    Table peerPools() {
        Rows rows = new Rows("iiiii", "peer_id cl_active_cancel_req cl_waiting_cancel_req sv_active_cancel sv_login");
        core.peers.byId().forEach((id, pool) -> rows.add(id, pool.activeCancels.size(), pool.waitingCancels.size(), pool.cancelServers.size(), pool.loginServers.size()));
        return rows.table();
    }

    Table databases() {
        Rows rows = new Rows("ssissiiiissiiiiii", "name host port database force_user pool_size min_pool_size reserve_pool_size server_lifetime"
                + " pool_mode load_balance_hosts max_connections current_connections max_client_connections current_client_connections paused disabled");
        for (Database database : core.databases()) {
            DatabaseEntry entry = database.entry();
            long lifetime = entry.serverLifetimeMicros() > 0 ? entry.serverLifetimeMicros() : core.settings().micros(Key.SERVER_LIFETIME);
            rows.add(database.name, entry.host(), entry.port(), entry.dbname(), database.forcedUser(),
                    set(entry.poolSize(), Key.DEFAULT_POOL_SIZE), database.minPoolSize(), set(entry.reservePoolSize(), Key.RESERVE_POOL_SIZE),
                    lifetime / MICROS, text(entry.poolMode()), loadBalancing(entry),
                    database.maxConnections(), database.connections(), database.maxClientConnections(), database.clientConnections(),
                    database.isPaused(), database.isDisabled());
        }
        return rows.table();
    }

    Table peers() {
        Rows rows = new Rows("isii", "peer_id host port pool_size");
        for (PeerEntry peer : core.config().peers().values())
            rows.add(peer.id(), peer.host(), peer.port(), set(peer.poolSize(), Key.DEFAULT_POOL_SIZE));
        return rows.table();
    }

    /** A size that is not set is an empty text, and one that is set has blanks before it, as in PgBouncer. */
    Table users() {
        Rows rows = new Rows("ssssiiii", "name pool_size reserve_pool_size pool_mode max_user_connections current_connections"
                + " max_user_client_connections current_client_connections");
        for (User user : core.users()) {
            UserEntry limits = user.limits();
            rows.add(user.name, padded(limits.poolSize()), padded(limits.reservePoolSize()), text(limits.poolMode()),
                    positive(limits.maxUserConnections(), Key.MAX_USER_CONNECTIONS), user.connections(),
                    positive(limits.maxUserClientConnections(), Key.MAX_USER_CLIENT_CONNECTIONS), user.clientConnections());
        }
        return rows.table();
    }

    private int set(int value, Key general) {
        return value >= 0 ? value : core.settings().number(general);
    }

    private int positive(int value, Key general) {
        return value > 0 ? value : core.settings().number(general);
    }

    private static String padded(int size) {
        return size < 0 ? "" : String.format("%9d", size);
    }

    private static String text(PoolMode mode) {
        return mode == null ? null : mode.text();
    }

    private static String loadBalancing(DatabaseEntry entry) {
        if (entry.host() == null || !entry.host().contains(",")) return null;
        return entry.loadBalanceRoundRobin() ? "round-robin" : "disable";
    }
}
