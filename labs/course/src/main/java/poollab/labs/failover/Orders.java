package poollab.labs.failover;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Sampler;
import poollab.bench.SeriesRecorder;
import poollab.bench.Unit;
import poollab.engine.Server;
import poollab.labs.Sql;
import poollab.load.ConnectionSource;

/** Clients that place orders, one after another, whatever happens to the server. Nothing is tried twice. */
final class Orders implements AutoCloseable {
    private static final String PLACE = "insert into failover_orders (client, number) values (?, ?)";
    private static final String TABLE =
            "create table failover_orders (client integer, number bigint, primary key (client, number))";

    private static final Duration THINK = Duration.ofMillis(2);
    /** After an error a client rests, so that refusals do not become a load of their own. */
    private static final Duration REST = Duration.ofMillis(50);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int CALM = 10;

    private final Bench bench;
    private final String name;
    private final int clients;
    private final ConnectionSource source;
    private final Queue<Attempt> attempts = new ConcurrentLinkedQueue<>();
    private final Set<String> met = ConcurrentHashMap.newKeySet();
    private final AtomicLongArray served;
    private final AtomicLongArray servedBegun;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final SeriesRecorder series;
    private final Sampler watch = new Sampler("orders", LOOK, this::look);
    private volatile boolean over;

    /** @param name unique in the run: the beginning of the ids of what is observed */
    Orders(Bench bench, String name, int clients, ConnectionSource source) {
        this.bench = bench;
        this.name = name;
        this.clients = clients;
        this.source = source;
        served = new AtomicLongArray(clients);
        servedBegun = new AtomicLongArray(clients);
        series = bench.series(name + ".service", name + ": since the look before", Unit.COUNT, List.of("orders", "errors"));
    }

    /** Makes the table of the orders, as the application. */
    static void prepare(Server server) throws SQLException {
        try (Connection connection = Login.to(server)) {
            Sql.run(connection, TABLE);
        }
    }

    /** Returns when every client has placed some orders. */
    void begin() throws Exception {
        for (int i = 0; i < clients; i++) {
            int client = i;
            servedBegun.set(i, Long.MIN_VALUE);
            threads.add(Thread.ofPlatform().daemon().name("client " + (i + 1)).start(() -> place(client)));
        }
        watch.begin();
        if (!bench.await(Duration.ofSeconds(30), () -> allServed(CALM)))
            throw new SQLException("not every client could place its first orders");
        bench.event(name, Outcome.OK, clients + " clients place orders");
    }

    private boolean allServed(int orders) {
        for (int i = 0; i < clients; i++) if (served.get(i) < orders) return false;
        return true;
    }

    /** How many clients have begun an order after this moment, and have had it acknowledged. */
    int servedSince(long nanos) {
        int count = 0;
        for (int i = 0; i < clients; i++) if (servedBegun.get(i) - nanos > 0 && served.get(i) > 0) count++;
        return count;
    }

    /** How many clients have begun an order after this moment that a read-only server refused. */
    long readOnlySince(long nanos) {
        return attempts.stream().filter(a -> a.readOnly() && a.begun() - nanos > 0).map(Attempt::client).distinct().count();
    }

    int clients() {
        return clients;
    }

    private void place(int client) {
        try {
            for (long number = 1; !over; number++) {
                boolean acknowledged = place(client, number);
                Thread.sleep(acknowledged ? THINK : REST);
            }
        } catch (InterruptedException e) {
            // Nobody wants its orders any more.
        }
    }

    private boolean place(int client, long number) {
        long begun = bench.nanos();
        boolean borrowed = false;
        SQLException error = null;
        // tag::order[]
        try (Connection connection = source.get()) {
            borrowed = true;
            try (PreparedStatement insert = connection.prepareStatement(PLACE)) {
                insert.setInt(1, client);
                insert.setLong(2, number);
                insert.executeUpdate();
            }
        } catch (SQLException e) {
            error = e; // and no second try: was it placed?
        }
        // end::order[]
        if (over && error != null) return false;
        Attempt attempt = new Attempt(client, number, begun, bench.nanos(), borrowed, error);
        attempts.add(attempt);
        (error == null ? acknowledged : failed).incrementAndGet();
        if (error == null) {
            servedBegun.set(client, begun);
            served.incrementAndGet(client);
        } else if (met.add(attempt.state() + borrowed)) {
            bench.event("client " + (client + 1), Outcome.FAILED,
                    (borrowed ? "" : "no connection: ") + attempt.state() + " " + firstLine(error));
        }
        return error == null;
    }

    static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private void look() {
        series.add(acknowledged.getAndSet(0), failed.getAndSet(0));
    }

    Collection<Attempt> attempts() {
        return attempts;
    }

    /** No order is begun after this returns. */
    @Override
    public void close() {
        over = true;
        watch.close();
        long end = System.nanoTime() + PATIENCE.toNanos();
        boolean interrupted = false;
        for (Thread thread : threads) {
            try {
                if (thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())))) continue;
                thread.interrupt();
                thread.join(PATIENCE);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
