package poollab.labs.failover;

import static poollab.labs.failover.Failover.CLIENTS;

import java.time.Duration;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.clientpool.ConnectionPools;
import poollab.engine.Server;
import poollab.labs.Sql;
import poollab.load.ConnectionSource;

/** The pooler is killed: first the only one, then one of two that the application knows. */
final class PoolerKilled {
    private static final Duration DEAD = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Bench bench;
    private final Settings settings;

    PoolerKilled(Bench bench, Settings settings) {
        this.bench = bench;
        this.settings = settings;
    }

    void run() throws Exception {
        Server server = Servers.lend(bench);
        Orders.prepare(server);
        LabPooler alone = Poolers.lend(bench, settings, server, "pooler");
        measure("one", alone.text(Login.APPLICATION), alone);
        alone.close();
        Sql.run(server, "truncate failover_orders");
        // Two others: the driver remembers for ten seconds which address did not answer.
        LabPooler first = Poolers.lend(bench, settings, server, "pooler-1");
        LabPooler second = Poolers.lend(bench, settings, server, "pooler-2");
        measure("two", both(first, second), first);
    }

    // tag::both[]
    private static String both(LabPooler one, LabPooler other) {
        String host = "127.0.0.1:";
        return one.text(Login.APPLICATION).replace(
                host + one.port(),
                host + one.port() + "," + host + other.port());
    }
    // end::both[]

    private void measure(String name, String text, LabPooler doomed) throws Exception {
        Orders orders;
        long killed;
        long end;
        int served;
        Connects connects = new Connects(bench);
        try (ConnectionPools pools = bench.lend(Failover.pools(settings, connects))) {
            orders = bench.lend(new Orders(bench, name, settings.get(CLIENTS), ConnectionSource.of(pools, text)));
            try (orders) {
                orders.begin();
                doomed.kill();
                killed = bench.nanos();
                bench.event(doomed.name(), Outcome.FAILED, "is killed");
                if (name.equals("one")) Thread.sleep(DEAD);
                else bench.await(PATIENCE, () -> orders.servedSince(killed) == orders.clients());
                served = orders.servedSince(killed);
                end = bench.nanos();
            }
        }
        Account account = new Account(bench, name, orders);
        account.record();
        bench.figureOf(name, "while-dead", "orders acknowledged while it was dead",
                account.acknowledgedBetween(killed, end), Unit.COUNT);
        bench.figureOf(name, "connects", "connections opened afterwards", connects.since(killed), Unit.COUNT);
        bench.figureOf(name, "served-again", "clients served while it was dead", served, Unit.COUNT);
    }
}
