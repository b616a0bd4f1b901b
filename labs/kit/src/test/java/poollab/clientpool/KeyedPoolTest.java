package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.clientpool.Await.until;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Borrowing: from which pool, and what becomes of what is never given back. */
@Timeout(60)
class KeyedPoolTest extends ScriptedPools {
    @Test
    void aReturnedConnectionIsBorrowedAgainInsteadOfOpeningAnother() throws Exception {
        KeyedPools pools = pools(5, 1000);
        for (int i = 0; i < 7; i++) pools.open(TEXT).close();
        PoolCounters counters = pools.counters();
        assertThat(counters.hardConnects()).isEqualTo(1);
        assertThat(counters.softConnects()).isEqualTo(7);
        assertThat(counters.softDisconnects()).isEqualTo(7);
        assertThat(counters.freeConnections()).isEqualTo(1);
        assertThat(counters.activePools()).isEqualTo(1);
    }

    @Test
    void oneBlankOrAnotherOrderOrCaseMakesAnotherPool() throws Exception {
        KeyedPools pools = pools(5, 1000);
        for (String text : List.of("jdbc:x?a=1&b=2", "jdbc:x?b=2&a=1", "jdbc:x?a=1&b=2 ", "jdbc:x?A=1&b=2", "jdbc:x?a=1&b=2"))
            pools.open(text).close();
        assertThat(pools.counters().activePoolGroups()).isEqualTo(4);
        assertThat(pools.counters().activePools()).isEqualTo(4);
        assertThat(pools.counters().pooledConnections()).isEqualTo(4);
        assertThat(pools.state()).isEqualTo(new PoolState(20, 0, 4, 0));
    }

    @Test
    void aListenerThatThrowsCostsNoConnection() throws Exception {
        AtomicInteger shown = new AtomicInteger();
        Thread.currentThread().setUncaughtExceptionHandler((_, _) -> shown.incrementAndGet());
        try {
            KeyedPools pools = pools(1, 1000, new PoolListener() {
                @Override
                public void changed(PoolState all) {
                    throw new IllegalStateException("listener");
                }
            });
            pools.open(TEXT).close();
            pools.open(TEXT).close();
            assertThat(pools.counters().hardConnects()).isEqualTo(1);
            pools.close();
        } finally {
            Thread.currentThread().setUncaughtExceptionHandler(null);
        }
        assertThat(shown.get()).isPositive();
    }

    @Test
    void aDroppedConnectionIsReclaimedAndServesTheWaiter() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        KeyedPools pools = pools(1, 30_000, new PoolListener() {
            @Override
            public void reclaimed(String pool) {
                told.add(pool);
            }
        });
        pools.open(TEXT).setAutoCommit(false); // and dropped
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Connection> waiter = executor.submit(() -> pools.open(TEXT));
            until(() -> {
                System.gc();
                return waiter.isDone();
            });
            waiter.get().close();
        }
        until(() -> told.size() == 1);
        assertThat(told).containsExactly("jdbc:postgresql://127.0.0.1:5432/bookstore?user=app&password=…");
        assertThat(database.opened).hasSize(1);
        assertThat(database.opened.getFirst().calls).contains("rollback");
        assertThat(pools.counters().reclaimedConnections()).isEqualTo(1);
        assertThat(pools.counters().softDisconnects()).isEqualTo(2);
    }

    @Test
    void aConnectionStaysBorrowedWhileOnlyItsStatementIsReachable() throws Exception {
        KeyedPools pools = pools(1, 1000);
        Statement statement = pools.open(TEXT).createStatement();
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(pools.counters().reclaimedConnections()).isZero();
        statement.getConnection().close();
        assertThat(pools.state().idle()).isEqualTo(1);
    }
}
