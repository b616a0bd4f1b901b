package poollab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Figure;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;

class SideBySideTest {
    private static Figure figure(String of, String title, double value) {
        return new Figure(of + "." + title, title, of, value, Unit.COUNT);
    }

    @Test
    void things_with_a_title_in_common_stand_side_by_side() {
        List<Table> tables = SideBySide.tables(List.of(
                figure("small", "pools", 1), figure("small", "waits", 5), figure("large", "pools", 2), figure("large", "errors", 3)));
        assertThat(tables).hasSize(1);
        assertThat(tables.getFirst().columns()).extracting(Column::name).containsExactly("", "small", "large");
        assertThat(tables.getFirst().column("large")).containsExactly("2", null, "3");
    }

    @Test
    void things_that_are_not_compared_with_each_other_stand_apart() {
        List<Table> tables = SideBySide.tables(List.of(
                figure("direct", "login", 1), figure("fresh", "memory", 2), figure("pooler", "login", 3), figure("later", "memory", 4)));
        assertThat(tables).extracting(table -> table.columns().stream().map(Column::name).toList())
                .containsExactlyInAnyOrder(List.of("", "direct", "pooler"), List.of("", "fresh", "later"));
    }
}
