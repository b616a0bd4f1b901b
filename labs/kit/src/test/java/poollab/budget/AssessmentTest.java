package poollab.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AssessmentTest {
    private static final Limits LIMITS = new Limits(200, 3, 0, 10);

    private static Assessment of(Service... services) {
        return Assessment.of(new Budget(LIMITS, List.of(services), List.of()));
    }

    private static Service web(int min, int max, Surge surge) {
        return new Service("web", min, max, 1, 1, 20, surge, null);
    }

    @Test
    void instances_are_multiplied_at_the_minimum_the_maximum_and_during_a_deploy() {
        Assessment sum = of(web(3, 12, Surge.STANDARD));
        assertThat(sum.available()).isEqualTo(187);
        assertThat(sum.atMinimum()).isEqualTo(60);
        assertThat(sum.atMaximum()).isEqualTo(240);
        assertThat(sum.duringDeploy()).isEqualTo(300);
        assertThat(sum.over()).isEqualTo(113);
        assertThat(sum.fits()).isFalse();
    }

    @Test
    void a_deploy_alone_may_be_what_does_not_fit() {
        Assessment sum = of(web(3, 9, Surge.parse("3")));
        assertThat(sum.atMaximum()).isEqualTo(180).isLessThan(sum.available());
        assertThat(sum.fits()).isFalse();
    }

    @Test
    void what_is_available_to_the_last_connection_fits() {
        assertThat(of(new Service("web", 1, 11, 1, 1, 17, new Surge(0, false), null)).over()).isZero();
        assertThat(of(new Service("web", 1, 11, 1, 1, 17, new Surge(0, false), null)).fits()).isTrue();
        assertThat(of(new Service("web", 1, 1, 1, 1, 188, new Surge(0, false), null)).fits()).isFalse();
    }

    @Test
    void a_database_per_tenant_is_a_pool_per_tenant() {
        assertThat(new Service("web", 1, 2, 2, 50, 5, new Surge(0, false), null).atMaximum()).isEqualTo(1_000);
    }

    @Test
    void behind_a_pooler_only_the_pooler_counts() {
        Service pooled = new Service("web", 3, 12, 1, 1, 20, Surge.STANDARD, "main");
        Budget budget = new Budget(LIMITS, List.of(pooled), List.of(new Pooler("main", 2, 1, 20, 5)));
        Assessment sum = Assessment.of(budget);
        assertThat(sum.atMinimum()).isEqualTo(50);
        assertThat(sum.duringDeploy()).isEqualTo(50);
        assertThat(sum.lines()).extracting(Assessment.Line::duringDeploy).containsExactly(300L, 50L);
    }

    @Test
    void a_service_cannot_go_through_a_pooler_that_is_not_there() {
        Service pooled = new Service("web", 1, 1, 1, 1, 20, Surge.STANDARD, "man");
        assertThatThrownBy(() -> new Budget(LIMITS, List.of(pooled), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("man");
    }

    @Test
    void the_equal_size_fits_and_one_more_does_not() {
        SplittableRandom random = new SplittableRandom(6);
        int found = 0;
        for (int i = 0; i < 500; i++) {
            Service a = new Service("a", 1, random.nextInt(1, 20), random.nextInt(1, 3), 1, random.nextInt(1, 60), Surge.STANDARD, null);
            Service b = new Service("b", 0, random.nextInt(1, 5), 1, random.nextInt(1, 4), random.nextInt(1, 30), new Surge(1, false), null);
            Budget budget = new Budget(LIMITS, List.of(a, b), List.of());
            var size = Assessment.equalSize(budget);
            if (size.isEmpty()) {
                assertThat(cut(budget, 1).fits()).isFalse();
                continue;
            }
            assertThat(cut(budget, size.getAsInt()).fits()).isTrue();
            if (Assessment.of(budget).fits()) continue;
            found++;
            assertThat(cut(budget, size.getAsInt() + 1).fits()).isFalse();
        }
        assertThat(found).isPositive();
    }

    private static Assessment cut(Budget budget, int size) {
        List<Service> services =
                budget.services().stream().map(s -> s.withSize(Math.min(size, s.size()))).toList();
        return Assessment.of(new Budget(budget.limits(), services, budget.poolers()));
    }

    @ParameterizedTest
    @CsvSource({"25%, 12, 3", "25%, 1, 1", "25%, 5, 2", "0, 12, 0", "0%, 12, 0", "2, 12, 2", "100%, 7, 7"})
    void a_surge_is_rounded_up_as_kubernetes_does(String surge, int instances, int besides) {
        assertThat(Surge.parse(surge).of(instances)).isEqualTo(besides);
        assertThat(Surge.parse(surge)).hasToString(surge);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "%", "-1", "2.5", "a quarter", "25 percent"})
    void what_is_no_surge_is_refused(String text) {
        assertThatThrownBy(() -> Surge.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
