package poollab.weaver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import poollab.bench.Environment;
import poollab.bench.Judgement;
import poollab.bench.Observation;
import poollab.bench.Run;
import poollab.bench.Unit;
import poollab.bench.Verdict.Answer;

class TrimTest {
    @Test
    void figures_and_the_claims_that_applied_are_kept() {
        Observation.Figure figure = new Observation.Figure("sessions", "sessions", null, 5, Unit.COUNT);
        Judgement held = new Judgement("idle", "all are idle", Answer.HELD, "5 idle");
        Run run = new Run(
                "id", "99", "demo", "title", Instant.EPOCH, 1, 1, false, Run.Ending.COMPLETED, null, List.of(),
                new Environment(2, 1, "os", "arch", "jdk", "server", "embedded", 1, "test"),
                List.of(new Observation.Event("event-1", 1, "request 1", Observation.Outcome.OK, "12 ms"), figure),
                List.of(held, new Judgement("other", "other", Answer.NOT_APPLICABLE, "other settings")));
        Run trimmed = Trim.trimmed(run);
        assertThat(trimmed.observations()).containsExactly(figure);
        assertThat(trimmed.claims()).containsExactly(held);
        assertThat(trimmed.environment()).isEqualTo(run.environment());
    }
}
