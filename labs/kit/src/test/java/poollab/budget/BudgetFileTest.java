package poollab.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import poollab.bench.BadInput;

class BudgetFileTest {
    private static final Budget WHOLE = new Budget(
            new Limits(300, 4, 2, 10),
            List.of(
                    new Service("web", 3, 12, 2, 5, 20, Surge.parse("50%"), null),
                    new Service("nightly report", 0, 1, 1, 1, 5, Surge.parse("0"), "main")),
            List.of(new Pooler("main", 2, 3, 20, 5)));

    @Test
    void what_is_written_is_read_again() {
        assertThat(BudgetFile.read("b.yaml", BudgetFile.write(WHOLE))).isEqualTo(WHOLE);
    }

    @Test
    void what_a_file_leaves_out_has_its_default() {
        assertThat(BudgetFile.read("b.yaml", "services:\n  web: { size: 10 }\n"))
                .isEqualTo(new Budget(
                        new Limits(100, 3, 0, 5),
                        List.of(new Service("web", 1, 1, 1, 1, 10, Surge.STANDARD, null)), List.of()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "services:#  web: { siez: 10 }                          | b.yaml:2: unknown key: services.web.siez",
        "services:#  web: { instances: 2 }                      | b.yaml:2: services.web.size is missing",
        "services:#  web:#    size: ten                         | b.yaml:3: services.web.size is ten",
        "services:#  web:#    size: 0                           | b.yaml:3: services.web.size is 0",
        "services:#  web:#    size: -5                          | b.yaml:3: services.web.size is -5",
        "services:#  web:#    size: 5#    size: 6               | b.yaml:4: services.web.size stands twice",
        "services:#  web:#    size: 5#    surge: a lot          | b.yaml:4: surge is a lot",
        "services:#  web:#    size: 5#    through: man          | b.yaml:4: unknown pooler: man",
        "services:#  web: { size: 5, instances: { min: 3, max: 2 } } | b.yaml:2: min 3 is above max 2",
        "services:#  web: 5                                     | b.yaml:2: services.web is no mapping",
        "services: [web]                                        | b.yaml:1: services is no mapping",
        "server: { max_connections: 200 }                       | b.yaml:1: services is missing",
        "server: { maxconnections: 200 }#services: {}           | b.yaml:1: unknown key: server.maxconnections",
        "services:#  web: { size: 5                             | this is no YAML",
        "''                                                     | b.yaml is empty",
    })
    void a_mistake_is_told_with_its_line(String text, String message) {
        assertThatThrownBy(() -> BudgetFile.read("b.yaml", text.replace("#", "\n")))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining(message);
    }

    @Test
    void an_unknown_key_gets_the_nearest_known_one() {
        assertThatThrownBy(() -> BudgetFile.read("b.yaml", "services:\n  web: { siez: 10 }\n"))
                .isInstanceOfSatisfying(BadInput.class, bad -> assertThat(bad.advice()).startsWith("Did you mean services.web.size?"));
    }
}
