package poollab.pooler.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import poollab.pooler.admin.Table;
import poollab.pooler.metrics.Snapshot.ClientGroup;
import poollab.pooler.metrics.Snapshot.PoolWaits;
import poollab.pooler.net.Chain;
import poollab.pooler.session.Client;
import poollab.pooler.session.Core;
import poollab.pooler.session.Pool;

/** Looks at the pooler for those who measure it. To be used in the loop's thread. */
public final class Metrics {
    private final Core core;
    private final Function<String, Table> tables;

    /** @param tables what SHOW with a word shows */
    public Metrics(Core core, Function<String, Table> tables) {
        this.core = core;
        this.tables = tables;
    }

    public Snapshot now() {
        Map<String, Table> shown = new HashMap<>();
        for (String name : Catalog.TABLES) shown.put(name, tables.apply(name));
        return new Snapshot(shown, clients(), waits());
    }

    /** What SHOW CLIENTS tells, counted: it would be a row for each, and there may be thousands. */
    private Map<ClientGroup, Integer> clients() {
        Map<ClientGroup, Integer> groups = new LinkedHashMap<>();
        for (Pool pool : core.pools()) {
            count(groups, pool, pool.activeClients, "active");
            count(groups, pool, pool.waitingClients, "waiting");
            count(groups, pool, pool.activeCancels, "active_cancel_req");
            count(groups, pool, pool.waitingCancels, "waiting_cancel_req");
        }
        return groups;
    }

    private static void count(Map<ClientGroup, Integer> groups, Pool pool, Chain<Client> clients, String state) {
        for (Client client = clients.first(); client != null; client = clients.after(client)) {
            String user = client.userName() == null ? "(nouser)" : client.userName();
            String application = client.applicationName() == null ? "" : client.applicationName();
            String shown = state.equals("active") && client.linked() == null ? "idle" : state;
            groups.merge(new ClientGroup(pool.database.name, user, application, shown), 1, Integer::sum);
        }
    }

    private List<PoolWaits> waits() {
        List<PoolWaits> waits = new ArrayList<>();
        for (Pool pool : core.pools())
            if (!pool.database.isAdmin()) waits.add(new PoolWaits(pool.database.name, pool.credentials.name(), pool.waits.counts(), pool.stats.waitTime));
        return waits;
    }
}
