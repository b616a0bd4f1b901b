package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static poollab.clientpool.Await.until;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is given back, and whether it is fit for the next borrower. */
@Timeout(60)
class KeyedPoolReturnTest extends ScriptedPools {
    @Test
    void whatTheBorrowerChangedThroughJdbcIsPutBack() throws Exception {
        KeyedPools pools = pools(1, 1000);
        try (Connection connection = pools.open(TEXT)) {
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
        }
        ScriptedDatabase.Fake fake = database.opened.getFirst();
        assertThat(fake.calls).contains("rollback");
        assertThat(fake.autoCommit).isTrue();
        assertThat(fake.readOnly).isFalse();
        assertThat(fake.isolation).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    }

    @Test
    void aConnectionWhoseErrorMeansItIsLostIsClosedAndAWaiterOpensAnother() throws Exception {
        for (String state : List.of("08006", "57P01", "57P02", "57P03", "57P05", "25P03")) {
            KeyedPools pools = pools(1, 30_000);
            Connection broken = pools.open(TEXT);
            ScriptedDatabase.Fake fake = database.opened.getLast();
            try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<Connection> waiter = executor.submit(() -> pools.open(TEXT));
                until(() -> pools.state().waiting() == 1);
                fake.nextError = new SQLException("gone", state);
                assertThatThrownBy(broken::createStatement).hasMessage("gone");
                broken.close();
                waiter.get().close();
            }
            assertThat(fake.closed).as(state).isTrue();
            assertThat(pools.counters().hardDisconnects()).isEqualTo(1);
        }
    }

    @Test
    void anOrdinaryErrorDoesNotCostTheConnection() throws Exception {
        KeyedPools pools = pools(1, 1000);
        try (Connection connection = pools.open(TEXT)) {
            database.opened.getFirst().nextError = new SQLException("duplicate key", "23505");
            assertThatThrownBy(connection::createStatement).hasMessage("duplicate key");
        }
        assertThat(pools.state().idle()).isEqualTo(1);
    }

    @Test
    void aFailingResetOrAPhysicallyClosedConnectionIsNotKept() throws Exception {
        ConnectionReset failing = _ -> {
            throw new SQLException("no");
        };
        KeyedPools pools = new KeyedPools(
                new PoolSettings(1, Duration.ofSeconds(1), failing), PoolListener.NONE, database, System::nanoTime);
        made.add(pools);
        pools.open(TEXT).close();
        assertThat(pools.counters().pooledConnections()).isZero();
        assertThat(pools.counters().activePools()).isEqualTo(1);

        KeyedPools others = pools(1, 1000);
        Connection connection = others.open(TEXT);
        database.opened.getLast().closed = true;
        connection.close();
        assertThat(others.counters().pooledConnections()).isZero();
    }

    @Test
    void aConnectionThatDiedWhileIdleIsReplacedBeforeAnybodySeesIt() throws Exception {
        AtomicLong clock = new AtomicLong();
        KeyedPools pools =
                new KeyedPools(new PoolSettings(1, Duration.ofSeconds(3)), PoolListener.NONE, database, clock::get);
        made.add(pools);
        pools.open(TEXT).close();
        database.opened.getFirst().dead = true;
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(6));
        pools.open(TEXT).close();
        assertThat(database.opened).hasSize(2);
        assertThat(pools.counters().softConnects()).isEqualTo(2);
        assertThat(pools.counters().hardDisconnects()).isEqualTo(1);
    }
}
