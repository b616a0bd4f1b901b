package poollab.labs.monitoring;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import poollab.bench.Bench;
import poollab.clientpool.ConnectionPools;
import poollab.load.ConnectionSource;
import poollab.load.Load;
import poollab.load.LoadClock;
import poollab.load.LoadListener;
import poollab.load.LoadPlan;
import poollab.load.Work;
import poollab.monitoring.Labels;
import poollab.monitoring.Sample;

/** An instance of the bookshop with a pool of its own, which counts its requests and errors and tells of both. */
final class Application implements Target {
    /** A counter that begins with its first error has not grown: each begins at 0. */
    private static final List<String> KNOWN_ERRORS = List.of("53300", "26000", "42P05", "08006", "57P01", "08001");

    private static final Duration PAUSE_AFTER_ERROR = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final String name;
    private final ConnectionPools pools;
    private final LongAdder requests = new LongAdder();
    private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Connection> held = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closing;

    Application(String name, ConnectionPools pools) {
        this.name = name;
        this.pools = pools;
        for (String state : KNOWN_ERRORS) errors.put(state, new LongAdder());
    }

    /** One request: borrows, works, gives back. */
    interface Request {
        void on(Connection connection) throws SQLException;
    }

    /** A request that keeps its server connection busy for so long. */
    static Request taking(Duration time) {
        String sql = "select pg_sleep(" + time.toMillis() / 1e3 + ")";
        return connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        };
    }

    static Request reading() {
        return connection -> {
            try (PreparedStatement read = connection.prepareStatement("select title from books where id = ?")) {
                read.setInt(1, 1);
                read.executeQuery().close();
            }
        };
    }

    /** @return whether it succeeded */
    boolean serve(String text, Request request) {
        requests.increment();
        try (Connection connection = pools.open(text)) {
            request.on(connection);
            return true;
        } catch (SQLException e) {
            failed(e);
            return false;
        }
    }

    private void failed(SQLException e) {
        if (!closing) errors.computeIfAbsent(String.valueOf(e.getSQLState()), _ -> new LongAdder()).increment();
    }

    /** So many users, each of whom asks again after a pause, until this is closed. */
    void serve(int users, Duration pause, String text, Request request) {
        for (int i = 0; i < users; i++) {
            Thread thread = Thread.ofPlatform().daemon().name(name + " user " + i).unstarted(() -> {
                try {
                    while (!closing) Thread.sleep(serve(text, request) ? pause : PAUSE_AFTER_ERROR);
                } catch (InterruptedException e) {
                    // Closed.
                }
            });
            threads.add(thread);
            thread.start();
        }
    }

    /** Until so many connections have been opened: the crowd at the beginning is no churn. */
    void opened(Bench bench, int connections) throws Exception {
        bench.await(PATIENCE, () -> pools.counters().hardConnects() >= connections);
    }

    /** An open loop: requests come at this rate, whatever the answers take. */
    void serveOpen(Bench bench, int users, double perSecond, Duration time, String text, Request request) {
        Work work = (connection, _) -> {
            requests.increment();
            try {
                request.on(connection);
            } catch (SQLException e) {
                failed(e);
                throw e;
            }
        };
        ConnectionSource source = () -> {
            try {
                return pools.open(text);
            } catch (SQLException e) {
                failed(e);
                throw e;
            }
        };
        bench.lend(new Load(LoadPlan.open(work, users, perSecond, time), LoadClock.over(bench::nanos)))
                .run(source, LoadListener.NONE);
    }

    /** Takes a connection and does not give it back. */
    Connection hold(String text) throws SQLException {
        Connection connection = pools.open(text);
        held.add(connection);
        return connection;
    }

    long errors(String sqlState) {
        return errors.getOrDefault(sqlState, new LongAdder()).sum();
    }

    long errors() {
        return errors.values().stream().mapToLong(LongAdder::sum).sum();
    }

    @Override
    public String job() {
        return "application " + name;
    }

    @Override
    public List<Sample> scrape() {
        Labels application = Labels.of("application", name);
        List<Sample> samples = new ArrayList<>(PoolMetrics.of(pools, application));
        samples.add(new Sample("poollab_application_requests_total", application, requests.sum()));
        errors.forEach((state, count) -> samples.add(new Sample(
                "poollab_application_errors_total", Labels.of("application", name, "sqlstate", state), count.sum())));
        return samples;
    }

    /** Ends its requests; whoever waits for a connection is told that there are no pools any more. */
    @Override
    public void close() {
        closing = true;
        threads.forEach(Thread::interrupt);
        pools.close();
        Threads.join(threads, PATIENCE);
        held.clear();
    }
}
