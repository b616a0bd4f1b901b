package poollab.labs.failover;

import static poollab.labs.failover.Failover.CLIENTS;
import static poollab.labs.failover.Failover.HOSTS;
import static poollab.labs.failover.Failover.THROUGH;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.clientpool.ConnectionPools;
import poollab.engine.Server;
import poollab.load.ConnectionSource;

/** The primary and its standby change places, as for the maintenance of a machine. */
final class Switchover {
    static final String NAME = "orders";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Bench bench;
    private final Settings settings;
    private final boolean finds;
    private long back;

    Switchover(Bench bench, Settings settings) {
        this.bench = bench;
        this.settings = settings;
        this.finds = Failover.findsThePrimary(settings);
    }

    void run() throws Exception {
        Server first = Servers.lend(bench);
        Orders.prepare(first);
        Server second = Servers.standby(bench, first);
        bench.event("standby", Outcome.OK, "streams from " + first.port() + " to " + second.port());
        LabPooler pooler = settings.get(THROUGH) == Through.POOLER ? Poolers.lend(bench, settings, first) : null;
        String text = pooler == null ? text(first, second) : pooler.text(Login.APPLICATION);
        Connects connects = new Connects(bench);
        Orders orders;
        long begin;
        try (ConnectionPools pools = bench.lend(Failover.pools(settings, connects))) {
            orders = bench.lend(new Orders(bench, NAME, settings.get(CLIENTS), ConnectionSource.of(pools, text)));
            try (orders) {
                orders.begin();
                begin = bench.nanos();
                happen(first, second, pooler);
                settle(orders);
            }
        }
        Account account = new Account(bench, NAME, orders);
        account.record();
        account.compareWith(second);
        bench.figureOf(NAME, "last-read-only", "clients whose last answer was 25006", account.lastReadOnly(), Unit.COUNT);
        Failover.recordConnects(bench, NAME, connects, begin);
        probe(pooler == null ? first.port() : pooler.port(), pooler == null ? Login.text(first) : text);
    }

    // tag::hosts[]
    private String text(Server first, Server second) {
        String one = Login.text(first);
        if (settings.get(HOSTS) == Hosts.ONE) return one;
        String host = first.host() + ":";
        return one.replace(
                        host + first.port(),
                        host + first.port() + "," + host + second.port())
                + "&targetServerType=primary";
    }
    // end::hosts[]

    private void happen(Server first, Server second, LabPooler pooler) throws Exception {
        long begin = bench.nanos();
        if (Failover.paused(settings)) pooler.admin("PAUSE");
        // tag::switchover[]
        first.stop();
        second.promote();
        first.follow(second);
        // end::switchover[]
        bench.event("servers", Outcome.OK, second.port() + " is the primary now, " + first.port() + " its standby");
        if (Failover.paused(settings)) resume(first, second, pooler);
        back = bench.nanos();
        bench.figureOf(NAME, "away", "nobody could write for", (back - begin) / 1e6, Unit.MILLISECONDS);
    }

    private void resume(Server first, Server second, LabPooler pooler) throws Exception {
        // tag::resume[]
        Path ini = pooler.configuration();
        String now = Files.readString(ini)
                .replace("port=" + first.port(), "port=" + second.port());
        Files.writeString(ini, now);
        pooler.admin("RELOAD");
        pooler.admin("RESUME");
        // end::resume[]
        bench.event("pooler", Outcome.OK, "RELOAD with the new port, RESUME");
    }

    /** Until everybody writes again; where nobody can, until everybody has been told so. */
    private void settle(Orders orders) throws Exception {
        bench.await(PATIENCE, () -> finds ? orders.servedSince(back) == orders.clients() : orders.readOnlySince(back) == orders.clients());
        int served = orders.servedSince(back);
        bench.figureOf(NAME, "served-again", "clients served again", served, Unit.COUNT);
        bench.event(NAME, finds == (served == orders.clients()) ? Outcome.OK : Outcome.FAILED,
                served + " of " + orders.clients() + " clients are served again");
    }

    private void probe(int port, String text) {
        for (Probe probe : List.of(Probe.tcp(port), Probe.select("select 1", text), Probe.role(text), Probe.write(text)))
            probe.observe(bench, "old-address");
    }
}
