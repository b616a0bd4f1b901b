package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static poollab.clientpool.Await.hold;
import static poollab.clientpool.Await.until;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of the pools. */
@Timeout(60)
class KeyedPoolCloseTest extends ScriptedPools {
    @Test
    void aSecondCloseIsHarmlessAndUseAfterCloseIsRefused() throws Exception {
        KeyedPools pools = pools(1, 1000);
        Connection first = pools.open(TEXT);
        Statement statement = first.createStatement();
        assertThat(statement.getConnection()).isSameAs(first);
        first.close();
        Connection second = pools.open(TEXT);
        first.close();
        assertThat(second.isClosed()).isFalse();
        assertThat(first.isClosed()).isTrue();
        assertThat(first.isValid(1)).isFalse();
        assertThat(pools.state().inUse()).isEqualTo(1);
        assertThatThrownBy(first::createStatement).isInstanceOf(SQLException.class).hasMessageContaining("given back");
        assertThatThrownBy(() -> statement.execute("select 1")).isInstanceOf(SQLException.class);
        assertThatThrownBy(statement::getConnection).isInstanceOf(SQLException.class);
        statement.close();
        second.close();
    }

    @Test
    void closingThePoolsWakesWaitersAndClosesEvenWhatIsInUse() throws Exception {
        KeyedPools pools = pools(1, 30_000);
        Connection held = pools.open(TEXT);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Connection> waiter = executor.submit(() -> pools.open(TEXT));
            until(() -> pools.state().waiting() == 1);
            pools.close();
            pools.close();
            assertThatThrownBy(waiter::get).cause().isInstanceOf(SQLException.class).hasMessageContaining("closed");
        }
        assertThat(database.open()).isEmpty();
        held.close();
        assertThatThrownBy(() -> pools.open(TEXT)).isInstanceOf(SQLException.class);
        assertThat(pools.state()).isEqualTo(new PoolState(0, 0, 0, 0));
    }

    @Test
    void aConnectionThatArrivesAfterThePoolsWereClosedIsClosedToo() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        database.script = (_, _) -> hold(gate);
        KeyedPools pools = pools(1, 30_000);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Connection> opener = executor.submit(() -> pools.open(TEXT));
            until(() -> database.attempts() == 1);
            pools.close();
            gate.countDown();
            assertThatThrownBy(opener::get).cause().isInstanceOf(SQLException.class);
        }
        assertThat(database.opened).allMatch(fake -> fake.closed);
    }
}
