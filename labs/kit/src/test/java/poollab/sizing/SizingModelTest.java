package poollab.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import poollab.sizing.ClosedNetwork.Simulated;
import poollab.sizing.SizingModel.Measured;

class SizingModelTest {
    /** 200 clients of the write transaction on two processors, as lab 05 measured them once. */
    private static final List<Measured> SWEEP = List.of(
            new Measured(1, 446, 940), new Measured(2, 779, 429), new Measured(3, 1_207, 431), new Measured(5, 1_298, 352),
            new Measured(10, 1_572, 186), new Measured(20, 1_370, 227), new Measured(50, 1_020, 361),
            new Measured(100, 817, 828), new Measured(200, 363, 2_088));

    @ParameterizedTest
    @CsvSource({"1, 1", "3, 2", "10, 2", "50, 8", "200, 16", "300, 4"})
    void what_is_played_agrees_with_what_is_computed(int pool, int processors) {
        ClosedNetwork network = new ClosedNetwork(200, pool, processors, 1.2, 2.5, 0.01);
        double computed = network.perSecond();
        assertThat(network.simulate(20_000, 7).perSecond()).isCloseTo(computed, within(0.05 * computed));
    }

    @ParameterizedTest
    @CsvSource({"1", "10", "200"})
    void littles_law_holds_inside(int pool) {
        Simulated played = new ClosedNetwork(200, pool, 2, 1.2, 2.5, 0).simulate(20_000, 7);
        assertThat(played.perSecond() * played.usingMs() / 1_000).isCloseTo(pool, within(0.05 * pool));
    }

    @Test
    void one_processor_and_nothing_else_serves_one_after_the_other() {
        assertThat(new ClosedNetwork(5, 5, 1, 2, 0, 0).perSecond()).isCloseTo(500, within(0.1));
        assertThat(new ClosedNetwork(5, 5, 4, 2, 0, 0).perSecond()).isCloseTo(2_000, within(0.1));
    }

    @Test
    void the_same_seed_plays_the_same_game() {
        ClosedNetwork network = new ClosedNetwork(50, 10, 2, 1, 2, 0.01);
        assertThat(network.simulate(2_000, 1)).isEqualTo(network.simulate(2_000, 1));
        assertThat(network.simulate(2_000, 1)).isNotEqualTo(network.simulate(2_000, 2));
    }

    @Test
    void it_finds_the_parameters_of_a_network_again() {
        ClosedNetwork network = new ClosedNetwork(200, 1, 2, 1.1, 3, 0.02);
        List<Measured> points = List.of(1, 2, 3, 5, 10, 20, 50, 100, 200).stream()
                .map(pool -> new Measured(pool, network.with(pool, 2).perSecond(), 1))
                .toList();
        ClosedNetwork found = SizingModel.fit(points, 200, 2).network();
        assertThat(found.processorMs()).isCloseTo(1.1, within(0.05));
        assertThat(found.otherMs()).isCloseTo(3, within(0.15));
        assertThat(found.crowding()).isCloseTo(0.02, within(0.001));
    }

    @Test
    void a_measured_sweep_is_met_at_the_points_held_out() {
        SizingModel model = SizingModel.fit(SWEEP, 200, 2);
        assertThat(model.shown()).containsExactly(1, 3, 10, 50, 200);
        assertThat(model.heldOut()).containsExactly(2, 5, 20, 100);
        assertThat(model.throughputError().worst()).as(model.toString()).isLessThan(0.3);
        assertThat(model.throughputError().mean()).isLessThanOrEqualTo(model.throughputError().worst());
    }

    @Test
    void more_processors_do_more_and_their_best_pool_is_larger() {
        SizingModel model = SizingModel.fit(SWEEP, 200, 2);
        assertThat(model.at(50, 16).perSecond()).isGreaterThan(2 * model.at(10, 2).perSecond());
        assertThat(model.at(50, 16).perSecond()).isGreaterThan(model.at(5, 16).perSecond());
    }

    @Test
    void too_few_points_are_refused() {
        assertThatThrownBy(() -> SizingModel.fit(SWEEP.subList(0, 4), 200, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"4, 1, 9", "8, 1, 17", "16, 1, 33", "2, 0, 4"})
    void the_rule_of_thumb_counts(int processors, int spindles, int connections) {
        assertThat(RuleOfThumb.connections(processors, spindles)).isEqualTo(connections);
    }
}
