package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AmbientTransactionTest {
    private static final String TEXT = "jdbc:postgresql://127.0.0.1/bookstore?user=app";

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final KeyedPools pools = new KeyedPools(
            new PoolSettings(1, Duration.ofSeconds(30)), PoolListener.NONE, database, System::nanoTime);

    @AfterEach
    void close() {
        Invariants.check(pools.counters());
        pools.close();
        Invariants.check(pools.counters());
        assertThat(database.open()).isEmpty();
    }

    @Test
    void aClosedConnectionStaysInStasisUntilCommitAndThenServesTheWaiter() throws Exception {
        AmbientTransaction ambient = new AmbientTransaction();
        pools.open(TEXT, ambient).close();
        assertThat(pools.counters().stasisConnections()).isEqualTo(1);
        assertThat(pools.counters().activeConnections()).isZero();
        assertThat(pools.counters().freeConnections()).isZero();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Connection> waiter = executor.submit(() -> pools.open(TEXT));
            Await.until(() -> pools.state().waiting() == 1);
            assertThat(database.opened.getFirst().calls).isEmpty();
            ambient.commit();
            waiter.get().close();
        }
        assertThat(database.opened).hasSize(1);
        assertThat(database.opened.getFirst().calls).containsExactly("commit");
        assertThat(pools.counters().stasisConnections()).isZero();
    }

    @Test
    void aSecondOpenInTheSameTransactionGetsThatVeryConnection() throws Exception {
        try (AmbientTransaction ambient = new AmbientTransaction()) {
            for (int i = 0; i < 3; i++)
                try (Connection connection = pools.open(TEXT, ambient)) {
                    assertThat(connection.getAutoCommit()).isFalse();
                }
            assertThat(pools.counters().softConnects()).isEqualTo(3);
        }
        assertThat(database.opened).hasSize(1);
        assertThat(database.opened.getFirst().calls).as("closed without commit").containsExactly("rollback");
        assertThat(database.opened.getFirst().autoCommit).isTrue();
    }

    @Test
    void theBorrowerCannotEndAnAmbientTransaction() throws Exception {
        try (AmbientTransaction ambient = new AmbientTransaction(); Connection connection = pools.open(TEXT, ambient)) {
            assertThatThrownBy(connection::commit).hasMessageContaining("ambient").extracting("SQLState").isEqualTo("2D000");
            assertThatThrownBy(connection::rollback).hasMessageContaining("ambient");
            assertThatThrownBy(() -> connection.setAutoCommit(true)).hasMessageContaining("ambient");
            connection.setAutoCommit(false);
            ambient.commit();
            assertThat(connection.getAutoCommit()).as("afterwards it is an ordinary connection").isTrue();
        }
        assertThat(pools.state().idle()).isEqualTo(1);
    }

    @Test
    void whatWouldNeedADistributedTransactionIsRefused() throws Exception {
        try (AmbientTransaction ambient = new AmbientTransaction(); Connection _ = pools.open(TEXT, ambient)) {
            assertThatThrownBy(() -> pools.open(TEXT, ambient)).hasMessageContaining("still open");
            assertThatThrownBy(() -> pools.open(TEXT + "2", ambient)).hasMessageContaining("distributed");
        }
    }

    @Test
    void aFinishedTransactionIsRefusedAndClosingItAgainIsHarmless() throws Exception {
        AmbientTransaction ambient = new AmbientTransaction();
        ambient.commit();
        ambient.close();
        assertThatThrownBy(() -> pools.open(TEXT, ambient)).hasMessageContaining("committed");
        assertThatThrownBy(ambient::rollback).hasMessageContaining("committed");
    }

    @Test
    void aFailedCommitIsTheCallersAndTheConnectionIsFreeAgain() throws Exception {
        AmbientTransaction ambient = new AmbientTransaction();
        pools.open(TEXT, ambient).close();
        database.opened.getFirst().nextError = new SQLException("could not serialize access", "40001");
        assertThatThrownBy(ambient::commit).hasMessage("could not serialize access");
        assertThat(pools.counters().freeConnections()).isEqualTo(1);
    }

    @Test
    void aLostConnectionEndsTheTransactionWithAnError() throws Exception {
        AmbientTransaction ambient = new AmbientTransaction();
        try (Connection connection = pools.open(TEXT, ambient)) {
            database.opened.getFirst().dead = true;
            assertThatThrownBy(() -> connection.nativeSQL("")).extracting("SQLState").isEqualTo("08006");
        }
        assertThat(pools.counters().pooledConnections()).isZero();
        assertThatThrownBy(() -> pools.open(TEXT, ambient)).hasMessageContaining("lost");
        assertThatThrownBy(ambient::commit).hasMessageContaining("lost");
    }

    @Test
    void anOpenThatFailedLeavesTheTransactionUsable() throws Exception {
        database.script = (number, _) -> {
            if (number == 1) throw new SQLException("no", "53300");
        };
        PoolSettings settings = new PoolSettings(2, Duration.ofSeconds(1)).withoutBlocking();
        try (KeyedPools trying = new KeyedPools(settings, PoolListener.NONE, database, System::nanoTime); AmbientTransaction ambient = new AmbientTransaction()) {
            assertThatThrownBy(() -> trying.open(TEXT, ambient)).hasMessage("no");
            trying.open(TEXT, ambient).close();
            ambient.commit();
        }
    }
}
