package poollab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import poollab.bench.Environment;
import poollab.bench.Observation;
import poollab.bench.Observation.Figure;
import poollab.bench.Observation.Histogram;
import poollab.bench.Run;
import poollab.bench.Unit;

class ComparisonTest {
    private static Run run(String id, Observation... observations) {
        return new Run(
                id, "03", "overload", "a title", Instant.EPOCH, 1, 1, false, Run.Ending.COMPLETED, null, List.of(),
                new Environment(2, 1L << 33, "Linux", "amd64", "25", "PostgreSQL 18.6", "embedded", 212, "test"),
                List.of(observations), List.of());
    }

    private static Run load(String id, double perSecond) {
        return run(
                id,
                new Figure("pool-20.throughput", "per second", "pool-20", perSecond, Unit.PER_SECOND),
                new Figure("pool-20.looks", "looks at the server", "pool-20", 9, Unit.COUNT),
                new Figure("pool-20.refused", "refused", "pool-20", 3, Unit.COUNT),
                new Figure("idle-0.throughput", "point reads", "idle-0", 7, Unit.PER_SECOND),
                new Histogram("pool-20.latency", "latency", 1, 1, 1, 1, 1, 1));
    }

    @Test
    void of_a_load_only_the_headlines_are_compared_and_of_all_else_everything() {
        assertThat(new Comparison(load("a", 100), load("b", 200)).figures().rows()).containsExactly(
                List.of("pool-20: per second", "100/s", "200/s"),
                List.of("pool-20: refused", "3", "3"),
                List.of("idle-0: point reads", "7/s", "7/s"));
    }
}
