package poollab.labs.waiting;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import poollab.bench.Bench;
import poollab.bench.Unit;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.HikariPools;
import poollab.clientpool.PoolListener;
import poollab.clientpool.PoolSettings;
import poollab.labs.Sql;

/** A job takes a lock, so that there is only one of it, and its work fails. Then another instance wants to run it. */
final class Unlocking {
    private static final String FIRST = "stock job";
    private static final String SECOND = "stock job elsewhere";
    private static final int MORE_THAN_THERE_ARE = 1_000_000;
    private static final String WORK_FAILED = "23514";
    private static final String TRANSACTION_ABORTED = "25P02";

    private final Bench bench;
    private final Unlock how;

    Unlocking(Bench bench, Unlock how) {
        this.bench = bench;
        this.how = how;
    }

    void measure() throws Exception {
        ConnectionPools pools = bench.lend(new HikariPools(new PoolSettings(1, Duration.ofSeconds(10)), PoolListener.NONE));
        try (pools) {
            Reply first = Reply.of(bench, () -> run(pools));
            first.tell(bench, FIRST);
            bench.figure("unlock.hidden", "callers told 25P02 instead of what went wrong",
                    first.state().equals(TRANSACTION_ABORTED) ? 1 : 0, Unit.COUNT);
            bench.figure("unlock.told", "callers told what went wrong, 23514",
                    first.state().equals(WORK_FAILED) ? 1 : 0, Unit.COUNT);
            bench.figure("unlock.stranded", "locks that nobody uses any more", stranded(), Unit.COUNT);
            Reply second = Reply.of(bench, this::elsewhere);
            second.tell(bench, "next job");
            bench.figure("unlock.next", "next jobs that got the lock", second.served() ? 1 : 0, Unit.COUNT);
        }
    }

    /** The connection goes back to the pool in any case, and HikariCP rolls its transaction back. */
    private void run(ConnectionPools pools) throws SQLException {
        try (Connection connection = pools.open(bench.server().text(FIRST))) {
            connection.setAutoCommit(false);
            switch (how) {
                case IN_FINALLY -> inFinally(connection);
                case AFTER_ROLLBACK -> afterRollback(connection);
                case WITH_TRANSACTION -> withTransaction(connection);
            }
        }
    }

    // tag::finally[]
    private static void inFinally(Connection connection) throws SQLException {
        Sql.run(connection, "select pg_advisory_lock(10)");
        try {
            work(connection);
            connection.commit();
        } finally {
            Sql.run(connection, "select pg_advisory_unlock(10)");
        }
    }
    // end::finally[]

    // tag::rollback[]
    private static void afterRollback(Connection connection)
            throws SQLException {
        Sql.run(connection, "select pg_advisory_lock(10)");
        try {
            work(connection);
            connection.commit();
        } finally {
            connection.rollback();   // after a commit it does nothing
            Sql.run(connection, "select pg_advisory_unlock(10)");
        }
    }
    // end::rollback[]

    // tag::transaction[]
    private static void withTransaction(Connection connection)
            throws SQLException {
        Sql.run(connection, "select pg_advisory_xact_lock(10)");
        work(connection);
        connection.commit();
    }
    // end::transaction[]

    /** Fails: the stock cannot fall below nothing. */
    private static void work(Connection connection) throws SQLException {
        Shop.take(connection, 1, MORE_THAN_THERE_ARE);
    }

    private void elsewhere() throws SQLException {
        try (Connection connection = DriverManager.getConnection(bench.server().text(SECOND))) {
            Sql.run(connection, "set lock_timeout = '1s'");
            Sql.run(connection, "select pg_advisory_lock(10)");
        }
    }

    private long stranded() throws SQLException {
        return Long.parseLong(Sql.text(
                bench.server(), "select count(*) from pg_locks where locktype = 'advisory' and granted"));
    }
}
