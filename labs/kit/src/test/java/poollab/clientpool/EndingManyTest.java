package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever ends a connection waits for the server: hundreds must not wait one after another. */
@Timeout(60)
class EndingManyTest {
    private static final int MANY = 64;
    private static final int TOGETHER = 8;
    private static final PoolSettings SETTINGS = new PoolSettings(MANY, Duration.ofSeconds(5));

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final CyclicBarrier barrier = new CyclicBarrier(TOGETHER);
    private final AtomicInteger metNobody = new AtomicInteger();
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @Test
    void keyedPoolsCutThoseInUseAtTheSameTime() throws Exception {
        KeyedPools pools = new KeyedPools(SETTINGS, PoolListener.NONE, database, System::nanoTime);
        for (int i = 0; i < MANY; i++) pools.open("jdbc:fake:" + i % 2);
        endsTogether(pools);
    }

    @Test
    void keyedPoolsCloseTheIdleOnesOfManyPoolsAtTheSameTime() throws Exception {
        KeyedPools pools = new KeyedPools(SETTINGS, PoolListener.NONE, database, System::nanoTime);
        for (int i = 0; i < MANY; i++) pools.open("jdbc:fake:" + i).close();
        endsTogether(pools);
    }

    @Test
    void hikariPoolsEndAtTheSameTime() throws Exception {
        HikariPools pools = new HikariPools(SETTINGS, 0, PoolListener.NONE, database);
        for (int i = 0; i < TOGETHER; i++) pools.open("jdbc:fake:" + i).close();
        endsTogether(pools);
    }

    @Test
    void unpooledConnectionsAreCutAtTheSameTime() throws Exception {
        Unpooled pools = new Unpooled(SETTINGS, PoolListener.NONE, database);
        for (int i = 0; i < MANY; i++) pools.open("jdbc:fake:a");
        endsTogether(pools);
    }

    @Test
    void statementsAreStoppedAsLongAsThereIsTime() throws Exception {
        AtomicInteger stopped = new AtomicInteger();
        database.cancelling = stopped::incrementAndGet;
        KeyedPools pools = new KeyedPools(SETTINGS, PoolListener.NONE, database, () -> 0);
        for (int i = 0; i < MANY; i++) pools.open("jdbc:fake:a");
        pools.close();
        assertThat(stopped).hasValue(MANY);
        assertThat(database.open()).isEmpty();
    }

    @Test
    void whereThatTakesTooLongTheRestIsCutWithoutIt() throws Exception {
        AtomicLong clock = new AtomicLong();
        AtomicInteger stopped = new AtomicInteger();
        database.cancelling = () -> {
            stopped.incrementAndGet();
            clock.addAndGet(Courtesy.TIME.toNanos());
        };
        KeyedPools pools = new KeyedPools(SETTINGS, PoolListener.NONE, database, clock::get);
        for (int i = 0; i < MANY; i++) pools.open("jdbc:fake:a");
        pools.close();
        // Those that begin together, before the first has taken its time.
        assertThat(stopped).satisfies(count -> assertThat(count.get()).isBetween(1, AtOnce.MOST));
        assertThat(database.open()).isEmpty();
    }

    @Test
    void anInterruptDoesNotLeaveConnectionsOpen() throws Exception {
        KeyedPools pools = new KeyedPools(SETTINGS, PoolListener.NONE, database, System::nanoTime);
        for (int i = 0; i < MANY; i++) pools.open("jdbc:fake:a");
        Thread.currentThread().interrupt();
        pools.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(database.open()).isEmpty();
    }

    private void endsTogether(ConnectionPools pools) {
        database.ending = this::meet;
        pools.close();
        assertThat(metNobody).hasValue(0);
        assertThat(most).hasValueLessThanOrEqualTo(AtOnce.MOST);
        assertThat(database.open()).isEmpty();
        assertThat(pools.counters().activeHardConnections()).isZero();
    }

    /** The end of one needs the ends of some others at the same time. */
    private void meet() {
        most.accumulateAndGet(now.incrementAndGet(), Math::max);
        try {
            barrier.await(5, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            metNobody.incrementAndGet();
        } finally {
            now.decrementAndGet();
        }
    }
}
