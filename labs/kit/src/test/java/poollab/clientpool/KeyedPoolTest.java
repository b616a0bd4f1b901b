package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeyedPoolTest {
    private static final String TEXT = "jdbc:postgresql://127.0.0.1:5432/bookstore?user=app&password=hush";

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final List<KeyedPools> made = new ArrayList<>();

    private KeyedPools pools(int size, int timeoutMillis) {
        return pools(size, timeoutMillis, PoolListener.NONE);
    }

    private KeyedPools pools(int size, int timeoutMillis, PoolListener listener) {
        return pools(new PoolSettings(size, Duration.ofMillis(timeoutMillis)), listener);
    }

    private KeyedPools pools(PoolSettings settings, PoolListener listener) {
        KeyedPools pools = new KeyedPools(settings, listener, database, System::nanoTime);
        made.add(pools);
        return pools;
    }

    @AfterEach
    void everythingIsClosedAndTheBooksBalance() {
        for (KeyedPools pools : made) {
            Invariants.check(pools.counters());
            pools.close();
            Invariants.check(pools.counters());
            assertThat(pools.counters().activeHardConnections()).isZero();
        }
        assertThat(database.open()).isEmpty();
    }

    static void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) throw new AssertionError("waited 30 s in vain");
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

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
    void waitersAreServedInTheOrderTheyCameAndANewcomerDoesNotOvertake() throws Exception {
        KeyedPools pools = pools(1, 30_000);
        Connection held = pools.open(TEXT);
        List<Integer> order = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            threads.add(Thread.ofVirtual().start(() -> {
                try (Connection _ = pools.open(TEXT)) {
                    order.add(number);
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            }));
            until(() -> pools.state().waiting() == number + 1);
        }
        held.close();
        try (Connection _ = pools.open(TEXT)) {
            assertThat(order).as("who was served before the newcomer").hasSize(100).isSorted();
        }
        for (Thread thread : threads) thread.join();
        assertThat(database.opened).hasSize(1);
    }

    @Test
    void aCallerWithoutLuckIsToldThePoolsFiguresAndTheLikelyCause() throws Exception {
        KeyedPools pools = pools(2, 250);
        try (Connection _ = pools.open(TEXT); Connection _ = pools.open(TEXT)) {
            PoolTimeoutException timeout = catchThrowableOfType(PoolTimeoutException.class, () -> pools.open(TEXT));
            assertThat(timeout.waited()).isGreaterThanOrEqualTo(Duration.ofMillis(250));
            assertThat(timeout.state()).isEqualTo(new PoolState(2, 2, 0, 0));
            assertThat(timeout.getMessage().replaceFirst("in [0-9,]+ ms", "in N ms"))
                    .isEqualTo("Timeout expired: no connection came free in N ms (limit 250 ms). Pool "
                            + "jdbc:postgresql://127.0.0.1:5432/bookstore?…: max 2, in use 2, idle 0, waiting 0. All "
                            + "connections are in use: a leak, a slow query, a lock or too small a pool. To tell which: "
                            + "lab 01.");
            assertThat(pools.state().waiting()).isZero();
        }
    }

    @Test
    void theDeadlineCountsFromTheCallWhileASlowOpenIsAhead() throws Exception {
        AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5); // nanoTime may overflow
        CountDownLatch slow = new CountDownLatch(1);
        List<Duration> left = new CopyOnWriteArrayList<>();
        database.script = (number, remaining) -> {
            left.add(remaining);
            if (number == 1) hold(slow);
        };
        KeyedPools pools =
                new KeyedPools(new PoolSettings(3, Duration.ofSeconds(3)), PoolListener.NONE, database, clock::get);
        made.add(pools);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Connection> first = executor.submit(() -> pools.open(TEXT));
            until(() -> left.size() == 1);
            AtomicReference<Throwable> late = new AtomicReference<>();
            Thread second = Thread.ofPlatform().start(() -> {
                try {
                    pools.open(TEXT);
                } catch (SQLException e) {
                    late.set(e);
                }
            });
            until(() -> pools.state().waiting() == 1);
            clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(1_000));
            Future<Connection> third = executor.submit(() -> pools.open(TEXT));
            until(() -> pools.state().waiting() == 2);
            clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(2_001));
            LockSupport.unpark(second);
            second.join();
            assertThat(late.get())
                    .isInstanceOf(PoolTimeoutException.class)
                    .hasMessageContaining("in 3,001 ms (limit 3,000 ms)")
                    .hasMessageContaining("opened one at a time");
            slow.countDown();
            first.get().close();
            third.get().close();
        }
        assertThat(left).as("time given to the first and the third").containsExactly(Duration.ofSeconds(3), Duration.ofMillis(999));
    }

    private static void hold(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) throw new AssertionError("held for 30 s");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void physicalOpensAreSerial() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        database.script = (_, _) -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            LockSupport.parkNanos(2_000_000);
            inside.decrementAndGet();
        };
        KeyedPools pools = pools(20, 30_000);
        CountDownLatch allHaveOne = new CountDownLatch(20);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++)
                executor.submit(() -> {
                    try (Connection _ = pools.open(TEXT)) {
                        allHaveOne.countDown();
                        hold(allHaveOne);
                    }
                    return null;
                });
        }
        assertThat(database.opened).hasSize(20);
        assertThat(most).hasValue(1);
    }

    @Test
    void aFailedOpenGoesToItsCallerAsItIsAndTheNextWaiterTries() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        SQLException refusal = new SQLException("sorry, too many clients already", "53300");
        database.script = (number, _) -> {
            if (number == 1) {
                hold(gate);
                throw refusal;
            }
        };
        KeyedPools pools = pools(new PoolSettings(1, Duration.ofSeconds(30)).withoutBlocking(), PoolListener.NONE);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Connection> first = executor.submit(() -> pools.open(TEXT));
            until(() -> database.attempts() == 1);
            Future<Connection> second = executor.submit(() -> pools.open(TEXT));
            until(() -> pools.state().waiting() == 1);
            gate.countDown();
            assertThatThrownBy(first::get).cause().isSameAs(refusal);
            second.get().close();
        }
        assertThat(pools.counters().hardConnects()).isEqualTo(1);
    }

    @Test
    void anInterruptedWaiterLeavesTheQueueAndNothingIsLost() throws Exception {
        KeyedPools pools = pools(1, 30_000);
        Connection held = pools.open(TEXT);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiter = Thread.ofVirtual().start(() -> {
            try {
                pools.open(TEXT);
            } catch (SQLException e) {
                thrown.set(e);
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
            }
        });
        until(() -> pools.state().waiting() == 1);
        waiter.interrupt();
        waiter.join();
        assertThat(thrown.get()).isInstanceOf(SQLException.class).hasMessageStartingWith("Interrupted").hasMessageNotContaining("hush");
        assertThat(pools.state().waiting()).isZero();
        held.close();
        pools.open(TEXT).close();
    }

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
