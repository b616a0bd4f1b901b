package poollab.labs.leak;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.clientpool.AmbientTransaction;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.KeyedPools;
import poollab.engine.Session;
import poollab.labs.ConnectionText;
import poollab.labs.ServerView;

/** Faults in which requests come one after another, and each keeps its connection (or does not). */
final class HeldConnections {
    private static final String JOB = "warehouse job";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Bench bench;
    private final ConnectionPools pools;
    private final String text;
    private final Desk desk;
    private final ServerView view;
    private final int requests;

    /** Keeps lost connections reachable, so that the garbage collector cannot rescue request 6. */
    private final List<Connection> lost = new ArrayList<>();

    private final List<ResultSet> openReaders = new ArrayList<>();

    HeldConnections(Bench bench, ConnectionPools pools, String text, Desk desk, ServerView view, int requests) {
        this.bench = bench;
        this.pools = pools;
        this.text = text;
        this.desk = desk;
        this.view = view;
        this.requests = requests;
    }

    void leak() throws Exception {
        // tag::leak[]
        each(connection -> {
            lost.add(connection);
            Shop.countOrders(connection, 1);
        });
        // end::leak[]
        view.record();
    }

    void closed() throws Exception {
        // tag::closed[]
        each(connection -> {
            try (connection) {
                Shop.countOrders(connection, 1);
            }
        });
        // end::closed[]
        view.record();
        List<Double> borrows = desk.served().stream().map(Desk.Served::borrowMs).toList();
        if (borrows.size() < 2) return;
        List<Double> later = borrows.stream().skip(1).sorted().toList();
        double median = later.get(later.size() / 2);
        bench.figure("borrow.first-ms", "first borrow: opens the connection", borrows.getFirst(), Unit.MILLISECONDS);
        bench.figure("borrow.later-ms", "later borrows, median", median, Unit.MILLISECONDS);
        bench.figure("borrow.ratio", "opening against borrowing", borrows.getFirst() / median, Unit.RATIO);
    }

    void openReader() throws Exception {
        each(connection -> {
            lost.add(connection);
            openReaders.add(Shop.browse(connection));
        });
        view.record();
    }

    void openTransaction() throws Exception {
        for (int request = 1; request <= requests; request++) {
            int book = request;
            desk.serve(request, connection -> {
                lost.add(connection);
                connection.setAutoCommit(false);
                Shop.sellOne(connection, book);
            });
        }
        view.record();
        blockElsewhere();
        if (pools instanceof KeyedPools keyed) ambient(keyed);
    }

    /** An UPDATE of the first request's book, from another application, waits until that request's transaction ends. */
    private void blockElsewhere() throws Exception {
        String elsewhere = ConnectionText.to(bench.server().url(), bench.server().application())
                .with("ApplicationName", JOB)
                .toString();
        Connection job = bench.lend(DriverManager.getConnection(elsewhere));
        Thread restock = Thread.ofVirtual().start(() -> {
            try {
                Shop.sellOne(job, 1);
            } catch (SQLException e) {
                bench.event(JOB, Outcome.FAILED, e.getMessage());
            }
        });
        boolean blocked = bench.await(PATIENCE, () -> blockedJob().isPresent());
        bench.figure("elsewhere.blocked", "updates elsewhere that are blocked", blocked ? 1 : 0, Unit.COUNT);
        blockedJob().ifPresent(session -> bench.event(JOB, Outcome.NOTE,
                "updates book 1 and waits: pid " + session.blockedBy().getFirst()
                        + " holds its row, idle in transaction since request 1"));
        lost.getFirst().rollback();
        restock.join(PATIENCE);
        boolean released = !restock.isAlive();
        bench.figure("elsewhere.released", "  that went on once the transaction ended", released ? 1 : 0, Unit.COUNT);
        if (released) bench.event(JOB, Outcome.OK, "goes on: request 1's transaction was rolled back");
    }

    private Optional<Session> blockedJob() throws SQLException {
        return view.all().stream()
                .filter(session -> session.application().equals(JOB) && !session.blockedBy().isEmpty())
                .findFirst();
    }

    /** The same fault in code that does close: an ambient transaction left open keeps the connection from the others. */
    private void ambient(KeyedPools keyed) throws SQLException {
        lost.removeFirst().close();
        try (AmbientTransaction transaction = new AmbientTransaction()) {
            // tag::ambient[]
            try (Connection connection = keyed.open(text, transaction)) {
                Shop.sellOne(connection, 1);
            }
            // end::ambient[]
            long during = keyed.counters().stasisConnections();
            bench.event("ambient", Outcome.NOTE,
                    "closed its connection, but not its transaction: " + during + " connection in stasis");
            bench.figure("stasis.during", "in stasis while the ambient transaction is open", during, Unit.COUNT);
        }
        bench.figure("stasis.after", "in stasis after it", keyed.counters().stasisConnections(), Unit.COUNT);
    }

    /** Connections are dropped, not closed. Whenever the pool is used up the garbage collector runs. */
    void dropped() throws Exception {
        for (int request = 1; request <= requests; request++) {
            if (pools.state().inUse() >= pools.state().max()) collectGarbage();
            desk.serve(request, connection -> Shop.countOrders(connection, 1));
        }
        view.record();
        bench.figure("reclaimed", "connections reclaimed", pools.counters().reclaimedConnections(), Unit.COUNT);
    }

    private void collectGarbage() throws Exception {
        boolean takesBack = pools instanceof KeyedPools;
        long before = pools.counters().reclaimedConnections();
        bench.await(takesBack ? PATIENCE : Duration.ofMillis(200), () -> {
            System.gc();
            return pools.state().inUse() == 0;
        });
        bench.event("collector", Outcome.NOTE,
                "ran; the pool took back " + (pools.counters().reclaimedConnections() - before) + " connections");
    }

    private void each(Desk.Work work) throws Exception {
        for (int request = 1; request <= requests; request++) desk.serve(request, work);
    }
}
