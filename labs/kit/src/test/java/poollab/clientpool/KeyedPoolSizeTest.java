package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many connections a keyed pool keeps, opens at once and throws away. */
@Timeout(60)
class KeyedPoolSizeTest {
    private static final String TEXT = "jdbc:fake:a";
    private static final PoolSettings SETTINGS = new PoolSettings(10, Duration.ofSeconds(30));

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final List<KeyedPools> made = new ArrayList<>();

    private KeyedPools pools(PoolSettings settings) {
        KeyedPools pools = new KeyedPools(settings, PoolListener.NONE, database, System::nanoTime);
        made.add(pools);
        return pools;
    }

    @AfterEach
    void theBooksBalance() {
        for (KeyedPools pools : made) {
            Invariants.check(pools.counters());
            pools.close();
        }
        // One more may just be opened for the minimum.
        Await.until(() -> database.open().isEmpty());
    }

    // ---- the limit of idle ones

    @Test
    void beyondTheIdleLimitWhatComesBackIsClosed() throws Exception {
        KeyedPools pools = pools(SETTINGS.withMaxIdle(2));
        for (int burst = 1; burst <= 3; burst++) {
            List<Connection> borrowed = new ArrayList<>();
            for (int i = 0; i < 5; i++) borrowed.add(pools.open(TEXT));
            for (Connection connection : borrowed) connection.close();
            assertThat(pools.counters().freeConnections()).isEqualTo(2);
            assertThat(database.open()).hasSize(2);
        }
        // Five for the first burst, then three each: two lay there.
        assertThat(pools.counters().hardConnects()).isEqualTo(11);
        assertThat(pools.counters().hardDisconnects()).isEqualTo(9);
    }

    @Test
    void aWaiterGetsWhatComesBackWhateverTheIdleLimit() throws Exception {
        KeyedPools pools = pools(new PoolSettings(1, Duration.ofSeconds(30)).withMaxIdle(0));
        Connection held = pools.open(TEXT);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> waiting = threads.submit(() -> {
                pools.open(TEXT).close();
                return null;
            });
            Await.until(() -> pools.state().waiting() == 1);
            held.close();
            waiting.get();
        }
        assertThat(pools.counters().hardConnects()).isEqualTo(1);
        assertThat(pools.counters().freeConnections()).isZero();
    }

    @Test
    void anIdleLimitLiesBetweenMinimumAndMaximum() {
        assertThatThrownBy(() -> SETTINGS.withMaxIdle(11)).hasMessage("max idle 11: 0 to 10");
        assertThatThrownBy(() -> SETTINGS.withMinSize(3).withMaxIdle(2)).hasMessage("max idle 2: 3 to 10");
    }

    // ---- minimum

    @Test
    void theFirstCallMakesThePoolFillItselfToItsMinimum() throws Exception {
        KeyedPools pools = pools(SETTINGS.withMinSize(4));
        pools.open(TEXT).close();
        Await.until(() -> pools.counters().freeConnections() == 4);
        assertThat(pools.counters().hardConnects()).isEqualTo(4);
        assertThat(pools.counters().softConnects()).isEqualTo(1);
    }

    @Test
    void whatIsLostBelowTheMinimumIsReplaced() throws Exception {
        KeyedPools pools = pools(SETTINGS.withMinSize(2));
        Connection connection = pools.open(TEXT);
        Await.until(() -> pools.counters().pooledConnections() == 2);
        connection.abort(Runnable::run);
        Await.until(() -> pools.counters().freeConnections() == 2);
        assertThat(pools.counters().hardConnects()).isEqualTo(3);
    }

    @Test
    void pruningStopsAtTheMinimum() throws Exception {
        KeyedPools pools = pools(SETTINGS.withMinSize(2));
        List<Connection> connections = new ArrayList<>();
        for (int i = 0; i < 5; i++) connections.add(pools.open(TEXT));
        for (Connection connection : connections) connection.close();
        for (int i = 0; i < 3; i++) pools.prune();
        assertThat(pools.counters().freeConnections()).isEqualTo(2);
    }

    @Test
    void aServerThatRefusesIsNotAskedAgainByTheMinimum() {
        database.script = (_, _) -> {
            throw new SQLException("no", "08001");
        };
        KeyedPools pools = pools(SETTINGS.withMinSize(5));
        assertThatThrownBy(() -> pools.open(TEXT)).hasMessage("no");
        Await.until(() -> pools.state().waiting() == 0);
        assertThatThrownBy(() -> pools.open(TEXT)).hasMessage("no");
        assertThat(database.attempts()).isEqualTo(1);
    }

    // ---- opening

    /** The cold start of a service: fifty requests, no connection yet, and a login that takes its time. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aColdPoolOpensOneAfterAnotherOrAllAtOnce(boolean parallel) throws Exception {
        AtomicInteger under = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch allAtOnce = new CountDownLatch(parallel ? 10 : 1);
        database.script = (_, _) -> {
            most.accumulateAndGet(under.incrementAndGet(), Math::max);
            allAtOnce.countDown();
            try {
                allAtOnce.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            under.decrementAndGet();
        };
        KeyedPools pools = pools(parallel ? SETTINGS.withParallelOpens() : SETTINGS);
        CountDownLatch allHave = new CountDownLatch(10);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> requests = new ArrayList<>();
            for (int i = 0; i < 50; i++)
                requests.add(executor.submit(() -> {
                    try (Connection _ = pools.open(TEXT)) {
                        allHave.countDown();
                        allHave.await();
                    }
                    return null;
                }));
            for (Future<?> request : requests) request.get();
        }
        assertThat(most).hasValue(parallel ? 10 : 1);
        assertThat(pools.counters().hardConnects()).isEqualTo(10);
        assertThat(pools.counters().softConnects()).isEqualTo(50);
    }

    // ---- clearing

    @Test
    void clearingClosesIdleOnesAtOnceAndBusyOnesWhenTheyAreGivenBack() throws Exception {
        KeyedPools pools = pools(SETTINGS);
        Connection busy = pools.open(TEXT);
        pools.open(TEXT).close();
        pools.open("jdbc:fake:other").close();
        pools.clear(TEXT);
        assertThat(pools.counters().pooledConnections()).isEqualTo(2);
        busy.clearWarnings();
        busy.close();
        assertThat(pools.counters().pooledConnections()).isEqualTo(1);
        pools.clearAll();
        assertThat(pools.counters().pooledConnections()).isZero();
        pools.open(TEXT).close();
        pools.open(TEXT).close();
        assertThat(pools.counters().hardConnects()).isEqualTo(4);
    }

    @Test
    void anErrorThatMeansALostServerClearsThePool() throws Exception {
        KeyedPools pools = pools(SETTINGS);
        Connection one = pools.open(TEXT);
        Connection two = pools.open(TEXT);
        pools.open(TEXT).close();
        database.opened.getFirst().nextError = new SQLException("terminating connection due to administrator command", "57P01");
        assertThatThrownBy(() -> one.nativeSQL("")).isInstanceOf(SQLException.class);
        one.close();
        assertThat(pools.counters().pooledConnections()).isEqualTo(1);
        two.close();
        assertThat(pools.counters().pooledConnections()).isZero();
    }

    @Test
    void anErrorOfOneSessionClearsNothingElse() throws Exception {
        KeyedPools pools = pools(SETTINGS);
        Connection one = pools.open(TEXT);
        pools.open(TEXT).close();
        database.opened.getFirst().nextError = new SQLException("terminating connection due to idle-in-transaction timeout", "25P03");
        assertThatThrownBy(() -> one.nativeSQL("")).isInstanceOf(SQLException.class);
        one.close();
        assertThat(pools.counters().freeConnections()).isEqualTo(1);
    }
}
