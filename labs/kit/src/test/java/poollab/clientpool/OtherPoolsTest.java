package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OtherPoolsTest {
    private static final PoolSettings SETTINGS = new PoolSettings(2, Duration.ofMillis(400));
    private final ScriptedDatabase database = new ScriptedDatabase();

    @Test
    void hikariCountsWhatItOpensBorrowsAndReturns() throws Exception {
        HikariPools pools = new HikariPools(SETTINGS, 0, PoolListener.NONE, database);
        Connection first = pools.open("jdbc:fake:a");
        Connection second = pools.open("jdbc:fake:a");
        assertThat(pools.counters().activeConnections()).isEqualTo(2);
        assertThatThrownBy(() -> pools.open("jdbc:fake:a"))
                .isExactlyInstanceOf(SQLTransientConnectionException.class)
                .hasMessageContaining("request timed out");
        first.close();
        first.close();
        assertThat(pools.state()).isEqualTo(new PoolState(2, 1, 1, 0));
        pools.open("jdbc:fake:b").close();
        PoolCounters counters = pools.counters();
        Invariants.check(counters);
        assertThat(counters.activePools()).isEqualTo(2);
        assertThat(counters.softConnects()).isEqualTo(3);
        assertThat(counters.hardConnects()).isEqualTo(database.opened.size());
        pools.close();
        pools.close();
        second.close();
        Invariants.check(pools.counters());
        assertThat(pools.counters().activeHardConnections()).isZero();
        assertThat(database.open()).isEmpty();
        assertThatThrownBy(() -> pools.open("jdbc:fake:a")).isInstanceOf(SQLException.class);
    }

    @Test
    void hikariChainsTheServersRefusal() {
        database.script = (_, _) -> {
            throw new SQLException("sorry", "53300");
        };
        HikariPools pools = new HikariPools(SETTINGS, 0, PoolListener.NONE, database);
        assertThatThrownBy(() -> pools.open("jdbc:fake:a"))
                .isInstanceOf(SQLTransientConnectionException.class)
                .hasRootCauseMessage("sorry");
        assertThat(pools.counters().activePools()).isEqualTo(1);
        pools.close();
    }

    @Test
    void withoutAPoolEveryOpenIsAPhysicalConnection() throws Exception {
        Unpooled pools = new Unpooled(SETTINGS, PoolListener.NONE, database);
        Connection first = pools.open("jdbc:fake:a");
        Connection kept = pools.open("jdbc:fake:a");
        pools.open("jdbc:fake:a");
        first.close();
        first.close();
        PoolCounters counters = pools.counters();
        Invariants.check(counters);
        assertThat(counters.hardConnects()).isEqualTo(3);
        assertThat(counters.hardDisconnects()).isEqualTo(1);
        assertThat(counters.nonPooledConnections()).isEqualTo(2);
        assertThat(counters.pooledConnections()).isZero();
        assertThat(pools.state().inUse()).isEqualTo(2);
        pools.close();
        pools.close();
        assertThat(database.open()).isEmpty();
        assertThat(kept.isClosed()).isTrue();
        assertThat(pools.counters().activeHardConnections()).isZero();
        assertThatThrownBy(() -> pools.open("jdbc:fake:a")).isInstanceOf(SQLException.class);
    }
}
