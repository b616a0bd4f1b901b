package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What time does to a keyed pool: lifetimes, the blocking period after a failed open, pruning. The clock is the test's. */
@Timeout(60)
class KeyedPoolAgeTest {
    private static final String TEXT = "jdbc:fake:a";
    private static final PoolSettings SETTINGS = new PoolSettings(3, Duration.ofSeconds(30));

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final AtomicLong clock = new AtomicLong();
    private final List<KeyedPools> made = new ArrayList<>();

    private KeyedPools pools(PoolSettings settings) {
        KeyedPools pools = new KeyedPools(settings, PoolListener.NONE, database, clock::get);
        made.add(pools);
        return pools;
    }

    private void pass(long millis) {
        clock.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    @AfterEach
    void theBooksBalance() {
        for (KeyedPools pools : made) {
            Invariants.check(pools.counters());
            pools.close();
        }
        assertThat(database.open()).isEmpty();
    }

    // ---- lifetime

    @Test
    void anOldConnectionIsClosedWhenItIsGivenBack() throws Exception {
        KeyedPools pools = pools(SETTINGS.withLifetime(Duration.ofSeconds(10)));
        Connection connection = pools.open(TEXT);
        pass(10_000);
        connection.close();
        assertThat(pools.counters().pooledConnections()).isZero();
    }

    @Test
    void anIdleOneIsNotLentOnceItIsOld() throws Exception {
        KeyedPools pools = pools(SETTINGS.withLifetime(Duration.ofSeconds(10)));
        pools.open(TEXT).close();
        pass(9_999);
        pools.open(TEXT).close();
        assertThat(database.opened).hasSize(1);
        pass(1);
        pools.open(TEXT).close();
        assertThat(database.opened).hasSize(2);
        assertThat(database.open()).hasSize(1);
    }

    /** One connection from hand to hand, never idle: its lifetime counts all the same. */
    @Test
    void aConnectionThatIsAlwaysInUseGrowsOldToo() throws Exception {
        KeyedPools pools = pools(new PoolSettings(1, Duration.ofSeconds(30)).withLifetime(Duration.ofSeconds(10)));
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Connection held = pools.open(TEXT);
            for (int i = 1; i <= 25; i++) {
                Future<Connection> next = executor.submit(() -> pools.open(TEXT));
                Await.until(() -> pools.state().waiting() == 1);
                pass(1_000);
                held.close();
                held = next.get();
            }
            held.close();
        }
        assertThat(database.opened).hasSize(3);
    }

    @Test
    void aLifetimeOfZeroIsNoLimit() throws Exception {
        KeyedPools pools = pools(SETTINGS.withLifetime(Duration.ZERO));
        for (int i = 0; i < 5; i++) {
            pools.open(TEXT).close();
            pass(1_000_000_000);
        }
        assertThat(database.opened).hasSize(1);
    }

    // ---- blocking period

    @Test
    void afterAFailedOpenTheErrorIsRepeatedFor5Then10Then20Then40Then60Seconds() throws Exception {
        database.script = (_, _) -> {
            throw new SQLException("the server is starting up", "57P03");
        };
        KeyedPools pools = pools(SETTINGS);
        int attempts = 0;
        for (int seconds : new int[] {5, 10, 20, 40, 60, 60}) {
            assertThatThrownBy(() -> pools.open(TEXT)).hasMessage("the server is starting up");
            assertThat(database.attempts()).isEqualTo(++attempts);
            pass(seconds * 1000L - 1);
            SQLException repeated = catchThrowableOfType(SQLException.class, () -> pools.open(TEXT));
            assertThat((Throwable) repeated).hasMessage("the server is starting up").hasCauseInstanceOf(SQLException.class);
            assertThat(repeated.getSQLState()).isEqualTo("57P03");
            assertThat(database.attempts()).as("within %d s", seconds).isEqualTo(attempts);
            pass(1);
        }
        database.script = (_, _) -> {};
        pools.open(TEXT).close();
        // A success has made the next period short again.
        database.opened.getFirst().dead = true;
        database.script = (_, _) -> {
            throw new SQLException("the server is starting up", "57P03");
        };
        pass(10);
        assertThatThrownBy(() -> pools.open(TEXT)).hasMessage("the server is starting up");
        pass(5_000);
        database.script = (_, _) -> {};
        pools.open(TEXT).close();
    }

    @Test
    void everyCallerHasAnExceptionOfItsOwn() {
        database.script = (_, _) -> {
            throw new SQLException("no", "08001");
        };
        KeyedPools pools = pools(SETTINGS);
        assertThatThrownBy(() -> pools.open(TEXT)).isInstanceOf(SQLException.class);
        SQLException one = catchThrowableOfType(SQLException.class, () -> pools.open(TEXT));
        SQLException two = catchThrowableOfType(SQLException.class, () -> pools.open(TEXT));
        assertThat((Throwable) one).isNotSameAs(two).hasMessage("no");
        assertThat(one.getCause()).isSameAs(two.getCause());
    }

    @Test
    void whoWaitsHearsItTooAndAnotherPoolIsNotBlocked() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        database.script = (number, _) -> {
            if (number > 1) return;
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            throw new SQLException("no", "08001");
        };
        KeyedPools pools = pools(SETTINGS);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Connection> first = executor.submit(() -> pools.open(TEXT));
            Await.until(() -> database.attempts() == 1);
            Future<Connection> second = executor.submit(() -> pools.open(TEXT));
            Await.until(() -> pools.state().waiting() == 1);
            gate.countDown();
            assertThatThrownBy(first::get).hasRootCauseMessage("no");
            assertThatThrownBy(second::get).hasRootCauseMessage("no");
        }
        pools.open("jdbc:fake:other").close();
        assertThat(database.attempts()).isEqualTo(2);
    }

    @Test
    void anIdleConnectionIsLentInTheBlockingPeriod() throws Exception {
        KeyedPools pools = pools(SETTINGS);
        try (Connection _ = pools.open(TEXT)) {
            database.script = (_, _) -> {
                throw new SQLException("no", "08001");
            };
            assertThatThrownBy(() -> pools.open(TEXT)).hasMessage("no");
        }
        pools.open(TEXT).close();
        assertThat(database.attempts()).isEqualTo(2);
    }

    @Test
    void withoutBlockingEveryCallerTries() {
        database.script = (_, _) -> {
            throw new SQLException("no", "08001");
        };
        KeyedPools pools = pools(SETTINGS.withoutBlocking());
        for (int i = 1; i <= 3; i++) {
            assertThatThrownBy(() -> pools.open(TEXT)).hasMessage("no");
            assertThat(database.attempts()).isEqualTo(i);
        }
    }

    // ---- pruning

    @Test
    void whatLiesIdleForTwoPruningsIsClosedAndThenThePoolGoes() throws Exception {
        KeyedPools pools = pools(SETTINGS);
        // A token that changes with every login makes a pool each time.
        for (int token = 0; token < 10; token++) pools.open("jdbc:fake:a?token=" + token).close();
        assertThat(pools.counters().activePools()).isEqualTo(10);
        pools.prune();
        pools.open("jdbc:fake:a?token=3").close();
        assertThat(database.open()).hasSize(10);
        pools.prune();
        assertThat(database.open()).hasSize(1);
        assertThat(pools.counters().activePools()).isEqualTo(1);
        for (int i = 0; i < 4; i++) pools.prune();
        assertThat(database.open()).isEmpty();
        assertThat(pools.counters().activePools() + pools.counters().inactivePools()).isZero();
        assertThat(pools.counters().activePoolGroups() + pools.counters().inactivePoolGroups()).isZero();
        pools.open("jdbc:fake:a?token=3").close();
        assertThat(pools.counters().activePools()).isEqualTo(1);
        assertThat(pools.counters().hardConnects()).isEqualTo(11);
    }

    @Test
    void whatIsInUseIsNotPruned() throws Exception {
        KeyedPools pools = pools(SETTINGS);
        try (Connection _ = pools.open(TEXT)) {
            for (int i = 0; i < 5; i++) pools.prune();
            assertThat(pools.counters().activeConnections()).isEqualTo(1);
        }
        assertThat(pools.counters().freeConnections()).isEqualTo(1);
    }

    @Test
    void theIntervalIsTwoToFourMinutes() {
        for (int seed = 0; seed < 100; seed++) assertThat(Pruning.interval(new Random(seed)).toSeconds()).isBetween(120L, 240L).matches(seconds -> seconds % 10 == 0);
        assertThat(Pruning.interval(new Random(7))).isEqualTo(Pruning.interval(new Random(7)));
    }
}
