package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Keyed pools before a {@link ScriptedDatabase}. After each test they are closed, and the books must balance. */
abstract class ScriptedPools {
    static final String TEXT = "jdbc:postgresql://127.0.0.1:5432/bookstore?user=app&password=hush";

    final ScriptedDatabase database = new ScriptedDatabase();
    final List<KeyedPools> made = new ArrayList<>();

    final KeyedPools pools(int size, int timeoutMillis) {
        return pools(size, timeoutMillis, PoolListener.NONE);
    }

    final KeyedPools pools(int size, int timeoutMillis, PoolListener listener) {
        return pools(new PoolSettings(size, Duration.ofMillis(timeoutMillis)), listener);
    }

    final KeyedPools pools(PoolSettings settings, PoolListener listener) {
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
}
