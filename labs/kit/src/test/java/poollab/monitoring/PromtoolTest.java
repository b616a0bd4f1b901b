package poollab.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prometheus' own evaluator comes to the same. Where promtool is installed. */
class PromtoolTest {
    private static final List<String> SERIES = List.of(
            "waiting{db=\"a\", user=\"x\"} 0 3 5 8 13 21 34 8 0 0",
            "waiting{db=\"a\", user=\"y\"} 0 7 _ 7 0 0 12 12 12 12",
            "waiting{db=\"b\", user=\"x\"} 1 1 1 1 1 1 1 1 1 1",
            "size{db=\"a\"} 10 10 10 10 10 10 10 10 10 10",
            "size{db=\"b\"} 2 2 2 2 2 2 2 2 2 2",
            "opened{db=\"a\"} 1 2 4 8 16 32 64 3 5 9",
            "opened{db=\"b\"} 0 0 0 1 1 1 1 1 1 1",
            "borrowed{db=\"a\"} 6400 6464 6528 6592 6656 6720 6784 6848 6912 6976",
            "borrowed{db=\"b\"} 0 0 _ 0 8 8 _ _ 16 16");

    private static final List<String> EXPRESSIONS = List.of(
            "waiting", "sum by (db) (waiting) > 10", "max(waiting) - min(waiting)", "count by (user) (waiting > 1)",
            "sum by (db) (waiting) / size", "sum by (db) (waiting) >= size", "0.5 * max(size) - 1",
            "waiting{user=~\"x|z\"} and on (db) size > 5", "waiting unless on (db) size > 5", "size > 5 or size * 2 < 5",
            "rate(opened[1m])", "increase(opened[1m])", "rate(opened[45s]) / rate(borrowed[45s]) > 0.05",
            "increase(borrowed[90s]) > 0", "absent(waiting)", "absent(nobody{db=\"a\"})");

    @BeforeAll
    static void installed() throws Exception {
        assumeTrue(System.getenv("PATH") != null && List.of(System.getenv("PATH").split(java.io.File.pathSeparator)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool"))), "promtool is not installed");
    }

    @Test
    void each_expression_comes_to_the_same(@TempDir Path folder) throws Exception {
        StringBuilder test = new StringBuilder("rule_files: []\ntests:\n  - interval: 15s\n    input_series:\n");
        for (String series : SERIES) {
            int end = series.indexOf('}') + 1;
            test.append("      - {series: '").append(series, 0, end).append("', values: '").append(series.substring(end + 1)).append("'}\n");
        }
        test.append("    promql_expr_test:\n");
        SeriesStore store = Stored.store(SERIES.toArray(String[]::new));
        int told = 0;
        for (String expression : EXPRESSIONS)
            // Off the samples' times, and no counter that begins near zero early in its range: there versions differ.
            for (int seconds = 97; seconds <= 127; seconds += 15) {
                Value.Vector ours = Stored.ask(store, expression, seconds * 1_000);
                test.append("      - {expr: '").append(expression).append("', eval_time: ").append(seconds).append("s, exp_samples: [");
                for (Sample sample : ours.samples()) {
                    test.append("{labels: '").append(sample.name()).append(sample.labels()).append("', value: ").append(sample.value()).append("},");
                    told++;
                }
                test.append("]}\n");
            }
        assertThat(told).isGreaterThan(EXPRESSIONS.size());
        Path file = Files.writeString(folder.resolve("test.yml"), test);
        assertThat(promtool("test", "rules", file.toString())).isEqualTo("SUCCESS");
        Path wrong = Files.writeString(folder.resolve("wrong.yml"), test.toString().replace("value: 12.0}", "value: 12.5}"));
        assertThat(promtool("test", "rules", wrong.toString())).contains("FAILED");
    }

    private static String promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return said.contains("FAILED") ? said : said.lines().filter(line -> line.contains("SUCCESS")).findFirst().orElse(said).strip();
    }
}
