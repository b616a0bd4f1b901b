package poollab.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import poollab.bench.BadInput;

class PromQlTest {
    private static final SeriesStore STORE = Stored.store(
            "waiting{db=\"a\", user=\"x\"} 0 0 5 5 5",
            "waiting{db=\"a\", user=\"y\"} 0 0 7 7 7",
            "waiting{db=\"b\", user=\"x\"} 0 0 1 1 1",
            "size{db=\"a\"} 10 10 10 10 10",
            "size{db=\"b\"} 2 2 2 2 2",
            "opened{db=\"a\"} 0 30 60 90 120",
            "borrowed{db=\"a\"} 0 300 600 900 1200",
            "begun_anew{db=\"a\"} 90 100 5 15 20");

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "waiting                                     | 5.0 7.0 1.0",
        "waiting{user=\"x\"}                         | 5.0 1.0",
        "waiting{user!=\"x\"}                        | 7.0",
        "waiting{db=~\"[ac]\", user!~\"y.*\"}        | 5.0",
        "sum(waiting)                                | 13.0",
        "sum by (db) (waiting)                       | 12.0 1.0",
        "sum(waiting) by (db)                        | 12.0 1.0",
        "max by (user) (waiting)                     | 5.0 7.0",
        "min(waiting)                                | 1.0",
        "count(waiting > 1)                          | 2.0",
        "waiting > 5                                 | 7.0",
        "5 < waiting                                 | 7.0",
        "waiting == 1                                | 1.0",
        "sum by (db) (waiting) > size                | 12.0",
        "sum by (db) (waiting) / size                | 1.2 0.5",
        "sum by (db) (waiting) + 2 * 3               | 18.0 7.0",
        "10 - size - 1                               | -1.0 7.0",
        "(10 - size) * 2                             | 0.0 16.0",
        "sum by (db) (waiting) > 5 and size > 5      | 12.0",
        "waiting and on (db) size > 5                | 5.0 7.0",
        "waiting unless on (db) size > 5             | 1.0",
        "size > 5 or size < 5                        | 10.0 2.0",
        "rate(opened[1m])                            | 2.0",
        "increase(opened[1m])                        | 120.0",
        "rate(opened[1m]) / rate(borrowed[1m])       | 0.1",
        "increase(begun_anew[1m])                    | 26.667",
        "absent(waiting)                             | ''",
        "absent(nobody{db=\"a\"})                    | 1.0",
        "nobody > 1                                  | ''",
    })
    void it_means_what_it_means_to_prometheus(String expression, String numbers) {
        List<Double> expected = numbers.isEmpty() ? List.of() : List.of(numbers.split(" ")).stream().map(Double::valueOf).toList();
        assertThat(Stored.numbers(STORE, expression, 60_000))
                .usingElementComparator((a, b) -> Math.abs(a - b) < 0.001 ? 0 : Double.compare(a, b))
                .containsExactlyElementsOf(expected);
    }

    @Test
    void a_comparison_keeps_the_series_and_arithmetic_leaves_its_name() {
        assertThat(Stored.ask(STORE, "size > 5", 60_000).samples())
                .containsExactly(new Sample("size", Labels.of("db", "a"), 10));
        assertThat(Stored.ask(STORE, "size * 2 > 5", 60_000).samples())
                .containsExactly(new Sample("", Labels.of("db", "a"), 20));
        assertThat(Stored.ask(STORE, "absent(nobody{db=\"a\", user=~\"x\"})", 60_000).samples())
                .containsExactly(new Sample("", Labels.of("db", "a"), 1));
    }

    @Test
    void a_value_counts_until_it_is_old_or_its_series_ends() {
        SeriesStore store = new SeriesStore(Duration.ofMinutes(5));
        store.add("one", 0, List.of(new Sample("a", Labels.NONE, 1), new Sample("b", Labels.NONE, 2)));
        store.add("two", 15_000, List.of(new Sample("c", Labels.NONE, 3)));
        store.add("one", 30_000, List.of(new Sample("a", Labels.NONE, 4)));
        assertThat(Stored.numbers(store, "a", 29_999)).containsExactly(1.0);
        assertThat(Stored.numbers(store, "b", 29_999)).containsExactly(2.0);
        assertThat(Stored.numbers(store, "b", 30_000)).isEmpty();
        assertThat(Stored.numbers(store, "c", 300_000)).containsExactly(3.0);
        assertThat(Stored.numbers(store, "c", 315_000)).isEmpty();
    }

    @Test
    void one_sample_shows_no_growth() {
        assertThat(Stored.numbers(Stored.store("n 1"), "rate(n[1m])", 30_000)).isEmpty();
    }

    @Test
    void a_faster_clock_shortens_ranges_and_leaves_rates() {
        SeriesStore store = new SeriesStore(SeriesStore.LOOKBACK);
        for (int i = 0; i <= 60; i++) store.add("t", i * 100, List.of(new Sample("n", Labels.NONE, i)));
        // 10 a second; one second of it.
        assertThat(PromQl.vector(PromQl.parse("rate(n[1m])", 60).at(store, 6_000)).samples().getFirst().value()).isEqualTo(10);
        assertThat(PromQl.vector(PromQl.parse("increase(n[1m])", 60).at(store, 6_000)).samples().getFirst().value()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "histogram_quantile(0.9, a)", "a offset 5m", "a[5m]", "rate(a)", "rate(sum(a)[5m])", "avg_over_time(a[1m])",
        "a > bool 1", "a * on (b) group_left c", "sum without (a) (b)", "a and ignoring (b) c", "a >", "(a", "a b", "{a=\"b\"}",
        "a{b=c}", "a{b>\"c\"}", "rate(a[5])", "a % 2", "-a", "topk(5, a)", "",
    })
    void what_is_beyond_the_subset_is_refused(String expression) {
        assertThatThrownBy(() -> PromQl.parse(expression))
                .isInstanceOfSatisfying(BadInput.class, bad -> assertThat(bad.advice()).contains("rate increase absent"));
    }

    @Test
    void a_refusal_says_where_it_stopped() {
        assertThatThrownBy(() -> PromQl.parse("sum(a) > 1 and topk(5, a)"))
                .hasMessage("the lab's evaluator does not take 'topk(5, a)' in: sum(a) > 1 and topk(5, a)");
    }

    @Test
    void several_series_for_one_are_refused() {
        assertThatThrownBy(() -> Stored.numbers(STORE, "size / on (db) waiting", 60_000))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("several series on the right of /");
    }
}
