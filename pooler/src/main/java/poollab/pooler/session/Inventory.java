package poollab.pooler.session;

import java.util.List;
import java.util.Objects;
import poollab.pooler.config.Config;
import poollab.pooler.config.DatabaseEntry;
import poollab.pooler.config.UserEntry;
import poollab.pooler.net.Chain;

/** Which databases and users there are: as the configuration says, now and after each reload. */
public final class Inventory {
    private final Core core;

    Inventory(Core core) {
        this.core = core;
    }

    /** Brings what there is in line with a configuration that was read anew. */
    public void adopt(Config config) {
        if (!core.config().peers().equals(config.peers())) core.peers.forget();
        core.config(config);
        for (Database database : List.copyOf(core.databases.values())) {
            if (database.admin) continue;
            DatabaseEntry entry = config.database(database.name).orElse(null);
            if (entry == null || !database.entry.automatic() && entry.automatic()) drop(database);
            else change(database, entry);
        }
        for (DatabaseEntry entry : config.databases().values())
            if (core.database(entry.name()) == null) core.add(entry);
        for (User user : core.users.values()) user.limits(config.users().get(user.name));
        for (UserEntry entry : config.users().values()) core.user(entry.name()).limits(entry);
    }

    private void change(Database database, DatabaseEntry entry) {
        DatabaseEntry before = database.entry;
        if (before.equals(entry)) return;
        database.entry = entry;
        if (sameServer(before, entry)) return;
        Credentials forced = core.forced(entry);
        boolean sameUser = database.forced != null && forced != null && database.forced.user == forced.user;
        if (sameUser) database.forced.replace(forced.secret);
        else database.forced = forced;
        for (Pool pool : List.copyOf(database.pools.values())) pool.obsolete();
    }

    private static boolean sameServer(DatabaseEntry a, DatabaseEntry b) {
        return Objects.equals(a.host(), b.host()) && a.port() == b.port() && Objects.equals(a.dbname(), b.dbname())
                && Objects.equals(a.user(), b.user()) && Objects.equals(a.password(), b.password())
                && Objects.equals(a.connectQuery(), b.connectQuery()) && a.startupParameters().equals(b.startupParameters());
    }

    /** Closes all of a database's connections, and forgets it. */
    void drop(Database database) {
        core.log.warning("dropping database '" + database.name + "' as it does not exist anymore or inactive auto-database");
        for (Pool pool : List.copyOf(database.pools.values())) kill(pool);
        core.databases.remove(database.name);
    }

    public void kill(Pool pool) {
        String reason = "database removed";
        for (Chain<Client> chain : pool.clientChains())
            for (Client client : chain.snapshot()) client.disconnect(true, reason);
        for (Client client : core.loginClients.snapshot())
            if (client.pool == pool) client.disconnect(true, reason);
        for (Chain<Server> chain : pool.serverChains())
            for (Server server : chain.snapshot()) server.disconnect(true, reason);
        core.remove(pool);
    }
}
