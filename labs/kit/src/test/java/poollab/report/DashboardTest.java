package poollab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import poollab.bench.Observation.Point;
import poollab.bench.Observation.Series;
import poollab.bench.Unit;

class DashboardTest {
    private static final Series SERIES = new Series(
            Dashboard.SERIES, "Dashboard", Unit.COUNT, List.of("clients waiting", "maxwait"),
            List.of(
                    new Point(0, List.of(0.0, 0.0)),
                    new Point(500, List.of(184.0, 0.0)),
                    new Point(600, List.of(92.0, 2.5)),
                    new Point(1_000, List.of(92.0, 0.5))));

    @Test
    void each_line_has_its_course_its_latest_and_its_highest_value() {
        // Ten columns for a second: zero, up, half.
        assertThat(Dashboard.lines(SERIES, 43))
                .containsExactly("clients waiting       █▅▅▅▅      92     184", "maxwait                ████    0.50     2.5");
    }

    @Test
    void it_fits_the_screen() {
        assertThat(Dashboard.lines(SERIES, 78)).allSatisfy(line -> assertThat(line).hasSize(78));
    }

    @Test
    void a_short_peak_is_not_lost_among_many_points() {
        List<Point> points = new java.util.ArrayList<>();
        for (int i = 0; i < 5_000; i++) points.add(new Point(i, List.of(i == 2_501 ? 9.0 : 0.0)));
        assertThat(Dashboard.lines(new Series("s", "s", Unit.COUNT, List.of("a"), points), 78).getFirst()).containsOnlyOnce("█");
    }
}
