package poollab.pooler.admin;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import poollab.pooler.session.Core;

/** All tables by the word after SHOW. */
final class Tables {
    final StatTables stats;
    private final Map<String, Supplier<Table>> byName = new LinkedHashMap<>();

    Tables(Core core) {
        PoolTables pools = new PoolTables(core);
        SocketTables sockets = new SocketTables(core);
        StateTables state = new StateTables(core);
        stats = new StatTables(core);
        byName.put("active_sockets", () -> sockets.sockets(true));
        byName.put("clients", sockets::clients);
        byName.put("config", state::config);
        byName.put("databases", pools::databases);
        byName.put("dns_hosts", state::dnsHosts);
        byName.put("dns_zones", state::dnsZones);
        byName.put("lists", state::lists);
        byName.put("mem", state::mem);
        byName.put("peer_pools", pools::peerPools);
        byName.put("peers", pools::peers);
        byName.put("pools", pools::pools);
        byName.put("servers", sockets::servers);
        byName.put("sockets", () -> sockets.sockets(false));
        byName.put("state", state::state);
        byName.put("stats", stats::stats);
        byName.put("stats_averages", stats::averagesByDatabase);
        byName.put("stats_totals", stats::totalsByDatabase);
        byName.put("totals", stats::totals);
        byName.put("users", pools::users);
        byName.put("version", state::version);
    }

    /** @param name in any case */
    Optional<Table> find(String name) {
        return Optional.ofNullable(byName.get(name.toLowerCase(Locale.ROOT))).map(Supplier::get);
    }

    String names() {
        return String.join(", ", byName.keySet());
    }
}
