package poollab.labs.waiting;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.HikariPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.engine.Session;
import poollab.labs.FilledPool;
import poollab.labs.ServerView;

/** Requests that ask for another connection while they hold one, in the worst order: all have one before any asks again. */
final class Nested {
    private static final String APPLICATION = "bookstore orders";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Bench bench;
    private final int threads;
    private final int each;
    private final int size;
    private final String text;
    /** The gate before the second connection, before the third … */
    private final List<CountDownLatch> gates;
    private final List<Reply> ended = new ArrayList<>();
    /** How many had been served when the first gave up; none gave up: negative. */
    private int servedFirst = -1;

    Nested(Bench bench, Settings settings) {
        this.bench = bench;
        this.threads = settings.get(Waiting.THREADS);
        this.each = settings.get(Waiting.CONNECTIONS_EACH);
        this.size = settings.get(Waiting.CLIENT_POOL);
        this.text = bench.server().text(APPLICATION);
        this.gates = IntStream.range(1, each).mapToObj(_ -> new CountDownLatch(1)).toList();
    }

    /** The least pool with which at least one of them goes on, whatever the order. */
    static int enough(Settings settings) {
        return settings.get(Waiting.THREADS) * (settings.get(Waiting.CONNECTIONS_EACH) - 1) + 1;
    }

    void measure() throws Exception {
        ConnectionPools pools = bench.lend(new HikariPools(new PoolSettings(size, CONNECT_TIMEOUT), PoolListener.NONE));
        try (pools; ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            bench.lend(executor::shutdownNow);
            // A request that times out because logins are slow would prove nothing.
            FilledPool.fill(pools, size, text);
            ServerView view = new ServerView(bench, APPLICATION);
            List<Future<?>> requests = new ArrayList<>();
            for (int i = 0; i < threads; i++) requests.add(executor.submit(() -> serve(pools)));
            for (int held = 1; held < each; held++) {
                int taken = Math.min(size, threads * held);
                bench.await(PATIENCE, () -> pools.state().inUse() == taken);
                gates.get(held - 1).countDown();
            }
            bench.await(CONNECT_TIMEOUT, () -> pools.state().waiting() == threads || ended() > 0);
            look(pools, view);
            for (Future<?> request : requests) request.get();
        }
        record();
    }

    private Void serve(ConnectionPools pools) throws Exception {
        Reply reply = Reply.of(bench, () -> nest(pools, 0));
        synchronized (ended) {
            ended.add(reply);
        }
        return null;
    }

    private Connection open(ConnectionPools pools) throws SQLException {
        try {
            return pools.open(text);
        } catch (SQLException e) {
            // Before it gives back what it holds, which helps others.
            synchronized (ended) {
                if (servedFirst < 0) servedFirst = (int) ended.stream().filter(Reply::served).count();
            }
            throw e;
        }
    }

    // tag::nested[]
    private void nest(ConnectionPools pools, int held) throws Exception {
        if (held == each) return;
        if (held > 0) gates.get(held - 1).await();
        try (Connection connection = open(pools)) {
            connection.setAutoCommit(false);
            Shop.read(connection);
            nest(pools, held + 1);
            connection.commit();
        }
    }
    // end::nested[]

    private int ended() {
        synchronized (ended) {
            return ended.size();
        }
    }

    private void look(ConnectionPools pools, ServerView view) throws SQLException {
        int waiting = pools.state().waiting();
        List<Session> sessions = view.own();
        bench.figure("nested.waiting", "requests that wait for a connection", waiting, Unit.COUNT);
        bench.figure("nested.active", "sessions at work meanwhile",
                sessions.stream().filter(session -> session.state().equals("active")).count(), Unit.COUNT);
        bench.figure("nested.idle-in-transaction", "sessions idle in transaction meanwhile",
                sessions.stream().filter(session -> session.state().equals("idle in transaction")).count(), Unit.COUNT);
        bench.event("client pool", Outcome.NOTE, Words.count(waiting, "request") + " waiting, pool of " + size);
    }

    private void record() {
        ended.stream().filter(reply -> !reply.served()).findFirst().ifPresent(first -> first.tell(bench, "client pool", "the first to give up: "));
        long served = ended.stream().filter(Reply::served).count();
        bench.figure("nested.first", "requests served before one gave up", servedFirst < 0 ? served : servedFirst, Unit.COUNT);
        bench.figure("nested.served", "requests served in the end", served, Unit.COUNT);
        bench.figure("nested.gave-up", "requests that gave up", ended.size() - served, Unit.COUNT);
    }
}
