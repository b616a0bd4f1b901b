package poollab.labs.cost;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.bench.pooler.PoolerPlan;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.engine.Server;

/** The time to open a connection, taken apart, against the time to borrow one from a pool. All figures are medians. */
final class Opening {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Until the code is compiled and the server's caches are warm. */
    private static final int WARM_UP = 8;
    private static final int BORROWS_PER_LOGIN = 10;

    private final Bench bench;
    private final int logins;

    Opening(Bench bench, int logins) {
        this.bench = bench;
        this.logins = logins;
    }

    void measure() throws Exception {
        Server server = bench.server();
        PoolerPlan plan = PoolerPlan.of(server).set("pool_mode", "transaction");
        try (LabPooler pooler = LabPooler.lend(bench, plan); Server secured = withTls()) {
            Entrance direct = new Entrance("direct", server, server.port(), false);
            List<Entrance> entrances = new ArrayList<>(List.of(direct));
            entrances.add(new Entrance("pooler", server, pooler.port(), false));
            if (secured != null) entrances.add(new Entrance("tls", secured, secured.port(), true));
            // In turns: what the machine does besides hits all of them alike.
            for (int i = -WARM_UP; i < logins; i++) {
                for (Entrance entrance : entrances) entrance.logIn(i >= 0);
                for (Entrance entrance : entrances) entrance.open(i >= 0);
            }
            for (Entrance entrance : entrances) entrance.record(bench);
            double loan = borrow(direct.text());
            bench.figure("open.ratio", "opening against borrowing and giving back", direct.opening() / loan, Unit.RATIO);
            bench.event("opening", Outcome.OK, logins + " connections each way; one takes "
                    + Unit.MILLISECONDS.format(direct.opening()) + ", a loan from a pool " + Unit.MILLISECONDS.format(loan));
        }
    }

    /** Null where the engine cannot. */
    private Server withTls() {
        Optional<Server> secured = bench.server().beside(Map.of("ssl", "on"));
        if (secured.isEmpty())
            bench.event("TLS", Outcome.NOTE, "not measured: this engine starts no second server with TLS");
        return secured.map(bench::lend).orElse(null);
    }

    /** From a warm pool: the loan alone, and with its return, which resets the session on the server. */
    private double borrow(String text) throws SQLException {
        Times loans = new Times();
        Times cycles = new Times();
        try (KeyedPools pools = bench.lend(new KeyedPools(new PoolSettings(1, PATIENCE), PoolListener.NONE))) {
            for (int i = -WARM_UP; i < logins * BORROWS_PER_LOGIN; i++) {
                // tag::borrow[]
                long begin = System.nanoTime();
                Connection connection = pools.open(text);
                double loan = (System.nanoTime() - begin) / 1e6;
                connection.close();
                double cycle = (System.nanoTime() - begin) / 1e6;
                // end::borrow[]
                if (i < 0) continue;
                loans.add(loan);
                cycles.add(cycle);
            }
        }
        bench.figure("borrow", "borrowing from a pool", loans.median() * 1_000, Unit.MICROSECONDS);
        bench.figure("borrow.cycle", "borrowing and giving back, session reset", cycles.median(), Unit.MILLISECONDS);
        return cycles.median();
    }
}
