package poollab.labs.overload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.labs.ServerLimit;
import poollab.load.ConnectionSource;
import poollab.load.Work;

/**
 * All clients at once: a migration holds a lock until everybody queues behind it, or was refused. Afterwards the pool is as
 * large as such an evening makes it.
 */
final class Rush {
    private static final Duration LOOK = Duration.ofMillis(20);
    /** Logins are slow when hundreds of them share two cores. */
    private static final Duration QUIET = Duration.ofSeconds(2);

    private static final String QUEUE = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";

    private final Bench bench;
    private final ConnectionSource source;
    private final Work work;
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger tooMany = new AtomicInteger();
    private volatile SQLException first;

    Rush(Bench bench, ConnectionSource source, Work work) {
        this.bench = bench;
        this.source = source;
        this.work = work;
    }

    void run(String load, int clients) throws Exception {
        bench.event(load, Outcome.NOTE, "a migration locks the table, and " + clients + " clients come at once");
        List<Thread> threads = new ArrayList<>();
        // tag::lock[]
        try (Connection observer = bench.server().observe();
                Connection migration = bench.server().observe();
                Statement statement = migration.createStatement()) {
            migration.setAutoCommit(false);
            statement.execute("lock table books in access exclusive mode");
            // end::lock[]
            for (int i = 0; i < clients; i++) threads.add(Thread.ofPlatform().daemon().start(this::request));
            settle(observer, clients);
            migration.rollback();
        }
        // Of a run that breaks off nobody waits for them: hundreds of logins take their time, and the pool is closed under them.
        for (Thread thread : threads) thread.join();
        bench.figureOf(load, "rush-refused", "refused in the rush", refused.get(), Unit.COUNT);
        bench.figureOf(load, "rush-53300", "of them, SQLSTATE 53300", tooMany.get(), Unit.COUNT);
        bench.event(load, first == null ? Outcome.OK : Outcome.FAILED, "rush: " + clients + " at once, " + ending());
    }

    private String ending() {
        if (first == null) return "all served";
        // A pool's own complaint may have no SQLSTATE.
        String state = first.getSQLState() == null ? "" : first.getSQLState() + " ";
        return Words.count(refused.get(), "client") + " refused\n" + state + first.getMessage();
    }

    private void request() {
        try (Connection connection = source.get()) {
            work.perform(connection, new SplittableRandom(1));
        } catch (SQLException e) {
            if (ServerLimit.TOO_MANY_CONNECTIONS.equals(e.getSQLState())) tooMany.incrementAndGet();
            if (refused.getAndIncrement() == 0) first = e;
        }
    }

    /** Until everyone queues behind the lock or was refused, or nothing moves any more: some pools let the rest wait. */
    private void settle(Connection observer, int clients) throws Exception {
        int before = 0;
        long since = bench.nanos();
        try (PreparedStatement queue = observer.prepareStatement(QUEUE)) {
            while (bench.nanos() - since < QUIET.toNanos()) {
                int settled = refused.get() + count(queue);
                if (settled >= clients) return;
                if (settled != before) since = bench.nanos();
                before = settled;
                Thread.sleep(LOOK);
            }
        }
    }

    private static int count(PreparedStatement queue) throws SQLException {
        try (ResultSet row = queue.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }
}
