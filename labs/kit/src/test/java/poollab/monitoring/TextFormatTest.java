package poollab.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import poollab.bench.BadInput;

class TextFormatTest {
    @Test
    void names_labels_and_values_are_read() {
        assertThat(TextFormat.read("""
                # HELP pgbouncer_up The pgbouncer scrape succeeded
                # TYPE pgbouncer_up gauge
                pgbouncer_up 1

                pools{database="shop",user="a \\"b\\" \\\\ c\\nd",} 2.5e3 1700000000000
                empty{} +Inf
                """))
                .containsExactly(
                        new Sample("pgbouncer_up", Labels.NONE, 1),
                        new Sample("pools", Labels.of("database", "shop", "user", "a \"b\" \\ c\nd"), 2_500),
                        new Sample("empty", Labels.NONE, Double.POSITIVE_INFINITY));
    }

    @Test
    void a_label_without_a_value_is_none() {
        assertThat(TextFormat.read("a{b=\"\"} 1")).containsExactly(new Sample("a", Labels.NONE, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "up", "up one", "up{a=b} 1", "up{a=\"b\" 1", "1up 1", "up{a=\"b\" c=\"d\"} 1"})
    void what_is_no_such_line_is_refused(String line) {
        assertThatThrownBy(() -> TextFormat.read("up 1\n" + line)).isInstanceOf(BadInput.class).hasMessageContaining("line 2");
    }
}
