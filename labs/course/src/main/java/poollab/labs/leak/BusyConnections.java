package poollab.labs.leak;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.clientpool.ConnectionPools;
import poollab.labs.ConnectionText;
import poollab.labs.ServerView;

/** Faults in which requests run beside each other, and each connection is busy. */
final class BusyConnections {
    private static final String JOB = "nightly job";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Bench bench;
    private final ConnectionPools pools;
    private final Desk desk;
    private final ServerView view;
    private final int requests;
    private final int max;
    private final ExecutorService threads;

    BusyConnections(Bench bench, ConnectionPools pools, Desk desk, ServerView view, int requests, int max) {
        this.bench = bench;
        this.pools = pools;
        this.desk = desk;
        this.view = view;
        this.requests = requests;
        this.max = max;
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        bench.lend(executor::shutdownNow);
        this.threads = executor;
    }

    void slowQuery() throws Exception {
        ConcurrentLinkedQueue<Statement> running = new ConcurrentLinkedQueue<>();
        List<Future<?>> all = fillThenOverfill(connection -> {
            try (connection;
                    Statement statement = connection.createStatement()) {
                running.add(statement);
                Shop.hopelessReport(statement);
            }
        });
        for (Statement statement : running) statement.cancel();
        await(all);
    }

    void blocking() throws Exception {
        String elsewhere = ConnectionText.to(bench.server().url(), bench.server().application())
                .with("ApplicationName", JOB)
                .toString();
        Connection job = bench.lend(DriverManager.getConnection(elsewhere));
        job.setAutoCommit(false);
        Shop.sellOne(job, 1);
        bench.event(JOB, Outcome.NOTE, "updated book 1 and has not committed yet");
        List<Future<?>> all = fillThenOverfill(connection -> {
            try (connection) {
                Shop.sellOne(connection, 1);
            }
        });
        job.commit();
        bench.event(JOB, Outcome.NOTE, "commits");
        await(all);
    }

    /** Starts requests one by one until the pool is used up, then the rest at once; looks when these have given up. */
    private List<Future<?>> fillThenOverfill(Desk.Work work) throws Exception {
        List<Future<?>> all = new ArrayList<>();
        for (int request = 1; request <= Math.min(max, requests); request++) {
            all.add(start(request, work));
            int expected = request;
            bench.await(PATIENCE, () -> pools.state().inUse() >= expected);
        }
        List<Future<?>> late = new ArrayList<>();
        for (int request = max + 1; request <= requests; request++) late.add(start(request, work));
        await(late);
        int held = Math.min(max, requests);
        // A backend needs a moment to begin its statement and, where it must, to wait for its lock.
        bench.await(PATIENCE, () -> view.own().stream().filter(s -> s.state().equals("active")).count() == held);
        view.record();
        return all;
    }

    /** All at once. Each reads, renders its page for a while with the connection in its hand, reads again, closes. */
    void concurrency(Duration rendering) throws Exception {
        List<Future<?>> all = new ArrayList<>();
        for (int request = 1; request <= requests; request++)
            all.add(start(request, connection -> {
                try (connection) {
                    Shop.countOrders(connection, 1);
                    Thread.sleep(rendering);
                    Shop.countOrders(connection, 2);
                }
            }));
        int waiting = Math.max(0, requests - max);
        bench.await(rendering, () -> pools.state().waiting() >= waiting && pools.state().inUse() >= Math.min(max, requests));
        view.record();
        await(all);
    }

    private Future<?> start(int request, Desk.Work work) {
        return threads.submit(() -> {
            desk.serve(request, work);
            return null;
        });
    }

    private static void await(List<Future<?>> futures) throws Exception {
        for (Future<?> future : futures) future.get();
    }
}
