package poollab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoadTest {
    private static final int CLIENTS = 300;

    private static LoadPlan plan() {
        return LoadPlan.closed((connection, random) -> {}, CLIENTS, Duration.ofMillis(50));
    }

    private static long clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("load client "))
                .count();
    }

    @Test
    void no_client_begins_before_all_are_there() {
        AtomicLong there = new AtomicLong(-1);
        Load load = new Load(plan(), LoadClock.SYSTEM);
        load.run(() -> {
            if (there.get() < 0) there.compareAndSet(-1, clientThreads());
            throw new SQLException("refused", "53300");
        }, LoadListener.NONE);
        assertThat(there).hasValue(CLIENTS);
    }

    @Test
    void an_interrupt_before_the_start_ends_it_and_leaves_no_client_waiting() throws Exception {
        Thread runner = Thread.ofPlatform().start(() -> {
            Thread.currentThread().interrupt();
            LoadResult result = new Load(plan(), LoadClock.SYSTEM).run(() -> {
                throw new SQLException("refused", "53300");
            }, LoadListener.NONE);
            assertThat(result.endedEarly()).isTrue();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        });
        runner.join(10_000);
        assertThat(runner.isAlive()).isFalse();
        assertThat(clientThreads()).isZero();
    }

    @Test
    void a_load_runs_once() {
        Load load = new Load(plan(), LoadClock.SYSTEM);
        ConnectionSource none = () -> {
            throw new SQLException("refused", "53300");
        };
        load.run(none, LoadListener.NONE);
        assertThatThrownBy(() -> load.run(none, LoadListener.NONE)).isInstanceOf(IllegalStateException.class);
        assertThat(clientThreads()).isZero();
    }
}
