package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static poollab.clientpool.Await.hold;
import static poollab.clientpool.Await.until;

import java.sql.Connection;
import java.sql.SQLException;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers that wait: for a connection, or for the turn to open one. */
@Timeout(60)
class KeyedPoolWaitTest extends ScriptedPools {
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
}
