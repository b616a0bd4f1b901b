package poollab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;

class TextTableTest {
    private static final List<Column> COLUMNS = List.of(
            new Column("request", Unit.TEXT), new Column("total", Unit.MILLISECONDS), new Column("error", Unit.TEXT));

    private static String render(int width, List<List<Object>> rows) {
        return String.join("\n", TextTable.lines(new Table("t", "t", COLUMNS, rows, null), width));
    }

    private static List<Object> row(Object... cells) {
        return new ArrayList<>(Arrays.asList(cells));
    }

    @Test
    void numbers_stand_right_and_missing_values_are_dashes() {
        assertThat(render(80, List.of(row("1", 174.2, null), row("6", 3004.0, "08001")))).isEqualTo("""
                request  total (ms)  error
                ───────  ──────────  ─────
                1               174  –
                6             3,004  08001""");
    }

    @Test
    void a_table_without_rows_still_has_its_heading() {
        assertThat(render(80, List.of())).isEqualTo("""
                request  total (ms)  error
                ───────  ──────────  ─────""");
    }

    @Test
    void a_long_text_at_the_end_is_cut_while_enough_of_it_remains() {
        assertThat(render(40, List.of(row("1", 0.25, "the server is gone, come back later")))).isEqualTo("""
                request  total (ms)  error
                ───────  ──────────  ───────────────────
                1              0.25  the server is gone…""");
    }

    @Test
    void a_table_too_wide_is_turned() {
        String error = "no connection came free in 3,004 ms (limit 3,000 ms)";
        assertThat(render(34, List.of(row("1", 0.25, null), row("6", 3004.0, error)))).isEqualTo("""
                request     1
                total (ms)  0.25
                error       –

                request     6
                total (ms)  3,004
                error       no connection came
                            free in 3,004 ms
                            (limit 3,000 ms)""");
    }
}
