package poollab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** What one client enters into the account, on a clock that only it moves. */
class ClientTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final FakeClock clock = new FakeClock();
    private final List<String> calls = new ArrayList<>();
    private int served;

    /** What the request of this number does, from 1. */
    private interface Script {
        void request(int number) throws SQLException;
    }

    private Work work(Script script) {
        return new Work() {
            @Override
            public void perform(Connection connection, RandomGenerator random) throws SQLException {
                script.request(++served);
            }
        };
    }

    private ConnectionSource source(double ms) {
        return () -> {
            clock.passMs(ms);
            calls.add("open");
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                        calls.add(method.getName());
                        return null;
                    });
        };
    }

    private LoadResult run(LoadPlan plan, ConnectionSource source) {
        Window window = new Window(clock.nanos(), plan);
        Arrivals arrivals = Arrivals.of(plan.pace(), window, clock);
        Tally tally = new Tally();
        new Client(plan, source, window, arrivals, tally, clock, new SplittableRandom(1)).run();
        tally.pass(1);
        return tally.result(window, arrivals.unserved(), 0, Duration.ZERO);
    }

    @Test
    void an_open_loop_shows_a_stall_in_every_request_that_queued_up_behind_it() {
        Work work = work(number -> clock.passMs(number == 200 ? 1_000 : 0.1));
        LoadResult result = run(LoadPlan.open(work, 1, 100, TEN_SECONDS), source(0));
        assertThat(result.successes()).isEqualTo(1_000);
        assertThat(result.unserved()).isZero();
        long late = result.latency().histogram().getCountBetweenValues(5_000, 2_000_000);
        assertThat(late).isBetween(98L, 102L);
        assertThat(result.latency().percentileMs(100)).isCloseTo(1_000, within(2.0));
        assertThat(result.latency().histogram().getCountBetweenValues(490_000, 2_000_000)).isBetween(48L, 53L);
        // The stall was in one request; all others waited for their turn, and that is where it is entered.
        assertThat(result.using().histogram().getCountBetweenValues(5_000, 2_000_000)).isEqualTo(1);
    }

    @Test
    void a_closed_loop_hides_it() {
        Work work = work(number -> clock.passMs(number == 200 ? 1_000 : 0.1));
        LoadPlan plan = LoadPlan.closed(work, 1, TEN_SECONDS).at(new Pace.Closed(Duration.ofMillis(10)));
        LoadResult result = run(plan, source(0));
        assertThat(result.latency().histogram().getCountBetweenValues(5_000, 2_000_000)).isEqualTo(1);
    }

    @Test
    void arrivals_that_nobody_began_before_the_end_are_counted_as_unserved() {
        Work work = work(number -> clock.passMs(20));
        LoadResult result = run(LoadPlan.open(work, 1, 100, TEN_SECONDS), source(0));
        assertThat(result.successes()).isEqualTo(500);
        assertThat(result.unserved()).isEqualTo(500);
    }

    @Test
    void what_begins_in_the_warm_up_is_not_counted() {
        Work work = work(number -> {
            clock.passMs(10);
            if (number <= 3) throw new SQLException("starting up", "57P03");
        });
        LoadPlan plan = LoadPlan.closed(work, 1, Duration.ofSeconds(1)).warmingUp(Duration.ofSeconds(2));
        LoadResult result = run(plan, source(0));
        assertThat(result.successes()).isEqualTo(100);
        assertThat(served).isEqualTo(300);
        assertThat(result.errors()).isEmpty();
        assertThat(result.warmUpErrors()).isEqualTo(3);
    }

    @Test
    void latency_is_waiting_for_a_connection_and_using_it() {
        LoadResult result = run(LoadPlan.closed(work(number -> clock.passMs(3)), 1, Duration.ofSeconds(1)), source(7));
        assertThat(result.successes()).isEqualTo(100);
        assertThat(result.waiting().percentileMs(50)).isCloseTo(7, within(0.01));
        assertThat(result.using().percentileMs(50)).isCloseTo(3, within(0.01));
        assertThat(result.latency().percentileMs(50)).isCloseTo(10, within(0.02));
    }

    @Test
    void errors_are_counted_by_sqlstate_and_are_in_no_latency() {
        Work work = work(number -> {
            clock.passMs(number % 10 == 0 ? 900 : 10);
            if (number % 10 == 0) throw new SQLException("full, says request " + number, "53300");
            if (number == 5) throw new IllegalStateException("a fault of its own");
        });
        LoadResult result = run(LoadPlan.closed(work, 1, TEN_SECONDS), source(0));
        assertThat(result.errors()).extracting(Failure::sqlState).containsExactly("53300", "-----");
        Failure full = result.errors().getFirst();
        assertThat(full.firstText()).isEqualTo("full, says request 10");
        assertThat(full.firstAtMs()).isCloseTo(990, within(0.01));
        assertThat(result.failures()).isEqualTo(result.errorCount());
        assertThat(result.successes() + result.failures()).isEqualTo(served);
        assertThat(result.latency().percentileMs(100)).isLessThan(11);
    }

    @Test
    void a_failed_request_is_tried_again_after_a_pause_and_its_latency_has_all_of_it() {
        Work work = work(number -> {
            clock.passMs(10);
            if (number <= 4) throw new SQLException("no", "40001");
        });
        LoadPlan plan = LoadPlan.closed(work, 1, TEN_SECONDS).retrying(Retry.after(Duration.ofMillis(100)));
        LoadResult result = run(plan, source(0));
        assertThat(result.retries()).isEqualTo(4);
        assertThat(result.errorCount()).isEqualTo(4);
        assertThat(result.failures()).isZero();
        assertThat(result.latency().percentileMs(100)).isCloseTo(450, within(1.0));
        assertThat(result.using().percentileMs(100)).isCloseTo(10, within(0.1));
    }

    @Test
    void retries_end_with_the_limit_or_with_the_load() {
        Work broken = work(number -> {
            clock.passMs(10);
            throw new SQLException("no", "40001");
        });
        LoadPlan plan = LoadPlan.closed(broken, 1, Duration.ofSeconds(1));
        LoadResult limited = run(plan.retrying(new Retry(4, Duration.ZERO)), source(0));
        assertThat(limited.failures()).isEqualTo(20);
        assertThat(limited.retries()).isEqualTo(80);
        LoadResult endless = run(plan.retrying(Retry.AT_ONCE), source(0));
        assertThat(endless.failures()).isEqualTo(1);
        assertThat(endless.retries()).isEqualTo(99);
    }

    @Test
    void a_connection_is_borrowed_for_each_request_or_kept_until_an_error() {
        Script script = number -> {
            clock.passMs(250);
            if (number == 2) throw new SQLException("broken", "08006");
        };
        LoadPlan plan = LoadPlan.closed(work(script), 1, Duration.ofSeconds(1));
        run(plan, source(0));
        assertThat(calls).isEqualTo(List.of("open", "close", "open", "close", "open", "close", "open", "close"));
        calls.clear();
        served = 0;
        run(plan.holding(LoadPlan.Holding.PER_CLIENT), source(0));
        assertThat(calls).isEqualTo(List.of("open", "close", "open", "close"));
    }

    @Test
    void an_early_end_keeps_what_was_measured() {
        LoadPlan[] plan = new LoadPlan[1];
        Window[] window = new Window[1];
        Work work = work(number -> {
            clock.passMs(10);
            if (number == 42) window[0].endNow(clock.nanos());
        });
        plan[0] = LoadPlan.closed(work, 1, TEN_SECONDS);
        window[0] = new Window(clock.nanos(), plan[0]);
        Arrivals arrivals = Arrivals.of(plan[0].pace(), window[0], clock);
        Tally tally = new Tally();
        new Client(plan[0], source(0), window[0], arrivals, tally, clock, new SplittableRandom(1)).run();
        tally.pass(1);
        LoadResult result = tally.result(window[0], 0, 0, Duration.ZERO);
        assertThat(result.successes()).isEqualTo(42);
        assertThat(result.endedEarly()).isTrue();
        assertThat(result.measured()).isEqualTo(Duration.ofMillis(420));
        assertThat(result.throughput()).isCloseTo(100, within(0.01));
    }
}
