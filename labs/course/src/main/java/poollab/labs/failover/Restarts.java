package poollab.labs.failover;

import static poollab.labs.failover.Failover.CLIENTS;
import static poollab.labs.failover.Failover.EVENT;
import static poollab.labs.failover.Failover.THROUGH;

import java.time.Duration;
import java.util.Map;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.clientpool.ConnectionPools;
import poollab.engine.Server;
import poollab.load.ConnectionSource;

/** The server restarts, or is killed and started again, under clients that place orders. */
final class Restarts {
    static final String NAME = "orders";

    /** How long nobody notices that the server was killed. */
    private static final Duration UNNOTICED = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final Bench bench;
    private final Settings settings;

    Restarts(Bench bench, Settings settings) {
        this.bench = bench;
        this.settings = settings;
    }

    void run() throws Exception {
        Server server = Servers.lend(bench);
        if (settings.get(THROUGH) == Through.KEYED) new Dropped(bench, server).measure();
        Orders.prepare(server);
        LabPooler pooler = settings.get(THROUGH) == Through.POOLER ? Poolers.lend(bench, settings, server) : null;
        String text = pooler == null ? Login.text(server) : pooler.text(Login.APPLICATION);
        Connects connects = new Connects(bench);
        long gone;
        long back;
        Orders orders;
        try (ConnectionPools pools = bench.lend(Failover.pools(settings, connects))) {
            orders = bench.lend(new Orders(bench, NAME, settings.get(CLIENTS), ConnectionSource.of(pools, text)));
            try (orders) {
                orders.begin();
                gone = bench.nanos();
                happen(server, pooler);
                back = bench.nanos();
                recovered(orders, back);
            }
        }
        Account account = new Account(bench, NAME, orders);
        account.record();
        account.recordLate(back);
        account.compareWith(server);
        Failover.recordConnects(bench, NAME, connects, gone);
    }

    private void happen(Server server, LabPooler pooler) throws Exception {
        if (Failover.paused(settings)) {
            // tag::pause[]
            pooler.admin("PAUSE");
            bench.event("pooler", Outcome.OK, "PAUSE: no server connection is in use");
            restart(server);
            pooler.admin("RESUME");
            bench.event("pooler", Outcome.OK, "RESUME");
            // end::pause[]
        } else if (settings.get(EVENT) == Event.RESTART) {
            restart(server);
        } else {
            kill(server);
        }
    }

    private void restart(Server server) {
        long begin = bench.nanos();
        bench.event("server", Outcome.NOTE, "restarts");
        server.restart(Map.of());
        back(begin);
    }

    private void kill(Server server) throws InterruptedException {
        long begin = bench.nanos();
        bench.event("server", Outcome.NOTE, "is killed");
        server.kill();
        Thread.sleep(UNNOTICED);
        server.restart(Map.of());
        back(begin);
    }

    private void back(long begin) {
        double away = (bench.nanos() - begin) / 1e6;
        bench.figureOf(NAME, "away", "the server was away for", away, Unit.MILLISECONDS);
        bench.event("server", Outcome.OK, "accepts logins again after " + Unit.MILLISECONDS.format(away));
    }

    /** Waits until everybody is served again, or long enough. */
    private void recovered(Orders orders, long back) throws Exception {
        boolean all = bench.await(PATIENCE, () -> orders.servedSince(back) == orders.clients());
        int served = orders.servedSince(back);
        bench.figureOf(NAME, "served-again", "clients served again", served, Unit.COUNT);
        bench.figureOf(NAME, "until-all", "from the server's return until all are served", (bench.nanos() - back) / 1e6,
                Unit.MILLISECONDS);
        bench.event(NAME, all ? Outcome.OK : Outcome.FAILED, served + " of " + orders.clients() + " clients are served again");
    }
}
