package poollab.pooler.admin;

import poollab.pooler.Version;
import poollab.pooler.config.Key;
import poollab.pooler.session.Core;
import poollab.pooler.session.Holding;
import poollab.pooler.session.Pool;

/** SHOW CONFIG, LISTS, STATE, VERSION, MEM, DNS_HOSTS and DNS_ZONES. */
final class StateTables {
    private final Core core;

    StateTables(Core core) {
        this.core = core;
    }

    Table config() {
        Rows rows = new Rows("ssss", "key value default changeable");
        for (Key key : Key.values())
            rows.add(key.keyName(), core.settings().told(key), key.defaultText(), key.reloadable() ? "yes" : "no");
        return rows.table();
    }

    /** Nothing here is kept for later use, so what is free is 0; and names are looked up by the JVM, which tells nothing of it. */
    Table lists() {
        int servers = core.pools().stream().mapToInt(Pool::servers).sum();
        return new Rows("si", "list items")
                .add("databases", core.databases().size())
                .add("users", core.users().size())
                .add("peers", core.config().peers().size())
                .add("pools", core.pools().size())
                .add("peer_pools", core.peers.byId().size())
                .add("free_clients", 0)
                .add("used_clients", core.clientCount())
                .add("login_clients", core.loginClients().size())
                .add("free_servers", 0)
                .add("used_servers", servers)
                .add("dns_names", 0)
                .add("dns_zones", 0)
                .add("dns_queries", 0)
                .add("dns_pending", 0)
                .table();
    }

    Table state() {
        return new Rows("ss", "key value")
                .add("active", yes(!core.isPaused() && !core.isSuspended()))
                .add("paused", yes(core.isPaused()))
                .add("suspended", yes(core.isSuspended()))
                .table();
    }

    private static String yes(boolean so) {
        return so ? "yes" : "no";
    }

    Table version() {
        return new Rows("s", "version").add(Version.TEXT).table();
    }

    /**
     * What the process has of each kind of object. {@code size} is the bytes of one, without what it refers to;
     * {@code used} is how many there are now; {@code free} those kept for the next use, which only buffers are; and
     * {@code memtotal} the bytes of both together. What the garbage collector has not taken yet is in none of them.
     */
    Table mem() {
        Rows rows = new Rows("siiii", "name size used free memtotal");
        for (Holding holding : core.holdings()) rows.add(holding.name(), holding.size(), holding.used(), holding.free(), holding.total());
        return rows.table();
    }

    Table dnsHosts() {
        return new Rows("sqs", "hostname ttl addrs").table();
    }

    Table dnsZones() {
        return new Rows("sqi", "zonename serial count").table();
    }
}
