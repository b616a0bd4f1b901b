package poollab.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import poollab.bench.Experiment;
import poollab.bench.Json;
import poollab.course.silent.Silent;

class LabTextsTest {
    /** Its package is the one with the text. */
    private static final class Told extends Silent {}

    private static Optional<LabText> textOf(Supplier<Experiment> experiment) {
        return LabTexts.load(new Lab("99", "demo", "A title", "A question?", experiment, Map.of()));
    }

    @Test
    void finds_the_text_beside_the_experiment() {
        LabText text = textOf(Told::new).orElseThrow();
        assertThat(text.title()).isEqualTo("A text");
        assertThat(text.minutes(false)).isEqualTo(5);
        assertThat(text.minutes(true)).isEqualTo(2);
        assertThat(text.steps().getFirst().blocks().getFirst()).isInstanceOf(Block.Paragraph.class);
    }

    @Test
    void an_experiment_without_a_text_has_none() {
        assertThat(textOf(Silent::new)).isEmpty();
    }

    @Test
    void settings_keep_their_order_so_that_the_same_text_makes_the_same_file() {
        LabText text = textOf(Told::new).orElseThrow();
        assertThat(Json.write(text)).containsSubsequence("\"zeta\"", "\"alpha\"", "\"mid\"");
        assertThat(Json.read(Json.write(text), LabText.class)).isEqualTo(text);
    }
}
