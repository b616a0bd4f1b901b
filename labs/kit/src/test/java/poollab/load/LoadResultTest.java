package poollab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadResultTest {
    private static final LoadPlan PLAN =
            LoadPlan.closed(new PointRead("select ?", 1), 1, Duration.ofSeconds(2));

    /** Successes of 1 to {@code ms} milliseconds in the first second, and one of 500 in the second. */
    private static LoadResult result(int ms, SQLException error, double atMs) {
        Tally tally = new Tally();
        for (int i = 1; i <= ms; i++) tally.succeeded(0, i * 1_000_000L);
        tally.error(error, atMs);
        tally.failed();
        tally.pass(1);
        tally.succeeded(250_000_000, 250_000_000);
        tally.pass(1);
        return tally.result(new Window(0, PLAN), 3, 1, Duration.ofMillis(20));
    }

    @Test
    void errors_are_counted_by_their_state_too() {
        LoadResult both = result(1, new SQLException("full", "53300"), 1).plus(result(1, new SQLException("late", "57014"), 1));
        assertThat(both.errorCount()).isEqualTo(2);
        assertThat(both.errorCount("53300")).isEqualTo(1);
        assertThat(both.errorCount("40001")).isZero();
    }

    @Test
    void two_merged_are_exactly_what_one_would_have_measured() {
        LoadResult a = result(100, new SQLException("late", "53300"), 900);
        LoadResult b = result(300, new SQLException("early", "53300"), 100);
        LoadResult both = LoadResult.none().plus(a).plus(b);
        assertThat(both.instances()).isEqualTo(2);
        assertThat(both.successes()).isEqualTo(402);
        assertThat(both.failures()).isEqualTo(2);
        assertThat(both.unserved()).isEqualTo(6);
        assertThat(both.unfinished()).isEqualTo(2);
        assertThat(both.cpu()).isEqualTo(Duration.ofMillis(40));
        assertThat(both.measured()).isEqualTo(Duration.ofSeconds(2));
        assertThat(both.throughput()).isEqualTo(201);
        assertThat(both.errors()).singleElement().isEqualTo(new Failure("53300", 2, "early", 100));
        // Of 400 values 1..100 and 1..300 and two of 500, the 200th is 100: a mean of percentiles would say otherwise.
        assertThat(both.latency().percentileMs(50)).isBetween(100.0, 101.1);
        assertThat(both.latency().histogram().getCountAtValue(50_000)).isEqualTo(2);
        assertThat(both.seconds()).extracting(Second::number).containsExactly(1, 2);
        assertThat(both.seconds().getFirst().latency().count()).isEqualTo(400);
        assertThat(both.seconds().getFirst().errors()).isEqualTo(2);
        assertThat(both.seconds().getLast().perSecond()).isEqualTo(2);
        assertThat(both.waiting().histogram().getCountAtValue(250_000)).isEqualTo(2);
    }

    @Test
    void a_result_travels_as_a_line() throws Exception {
        LoadResult sent = result(10, new SQLException("no", "40001"), 5);
        String line = Wire.write(sent);
        assertThat(line).doesNotContain("\n");
        LoadResult got = Wire.read(line, LoadResult.class);
        assertThat(got.latency().histogram()).isEqualTo(sent.latency().histogram());
        assertThat(got.errors()).isEqualTo(sent.errors());
        assertThat(got.measured()).isEqualTo(sent.measured());
        assertThatThrownBy(() -> Wire.read("OpenJDK warning: no", LoadResult.class)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Wire.read(line, Second.class)).isInstanceOf(IOException.class);
    }

    @Test
    void a_pools_complaint_brings_the_servers_along() {
        var cause = new SQLException("FATAL: sorry, too many clients already", "53300");
        Failure failure = Failure.of(new SQLTransientConnectionException("timed out", "53300", cause), 1);
        assertThat(failure.firstText()).isEqualTo("timed out – FATAL: sorry, too many clients already");
    }

    @Test
    void nothing_measured_is_no_division_by_zero() {
        assertThat(LoadResult.none().throughput()).isZero();
        assertThat(LoadResult.none().cpuMicrosPerRequest()).isZero();
        assertThat(LoadResult.none().latency().percentileMs(99)).isZero();
    }
}
