package poollab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import poollab.bench.Observation.Outcome;
import poollab.bench.Run.Ending;
import poollab.bench.Verdict.Answer;

class RunnerTest {
    private static final Parameter<Integer> SIZE = Parameter.whole("size", 5, 1, 9, "size");
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    private final List<String> closed = new ArrayList<>();
    private final Runner runner = new Runner(
            new StubServer(), Machine.here(), Clock.fixed(NOON, ZoneOffset.UTC), System::nanoTime, "test");

    interface Body {
        void run(Bench bench) throws Exception;
    }

    private static Plan plan(List<Claim> claims, Body body) {
        Experiment experiment = new Experiment() {
            @Override
            public List<Parameter<?>> parameters() {
                return List.of(SIZE);
            }

            @Override
            public List<Claim> claims() {
                return claims;
            }

            @Override
            public void run(Settings settings, Bench bench) throws Exception {
                body.run(bench);
            }
        };
        Settings settings = Settings.of(experiment.parameters(), Map.of(), false, Machine.here());
        return new Plan("99", "test", "a test", experiment, settings, 7, false);
    }

    private static Claim claim(String id, boolean applies, double wanted) {
        return Claim.when(s -> applies, id, s -> id, e -> Verdict.of(e.figure("x") == wanted, "x " + e.figure("x")));
    }

    private Run run(List<Claim> claims, Body body) {
        return runner.run(plan(claims, body), "id", RunListener.NONE);
    }

    private AutoCloseable named(String name) {
        return () -> closed.add(name);
    }

    @Test
    void what_was_lent_is_closed_in_reverse_order() {
        run(List.of(), bench -> {
            bench.lend(named("first"));
            bench.lend(named("second"));
        });
        assertThat(closed).containsExactly("second", "first");
    }

    @Test
    void a_resource_that_fails_to_close_does_not_keep_the_others_open() {
        run(List.of(), bench -> {
            bench.lend(named("first"));
            bench.lend(() -> {
                throw new IllegalStateException("no");
            });
        });
        assertThat(closed).containsExactly("first");
    }

    @Test
    void claims_are_judged_from_the_observations() {
        Run run = run(
                List.of(claim("right", true, 3), claim("wrong", true, 4), claim("elsewhere", false, 4)),
                bench -> bench.figure("x", "x", 3, Unit.COUNT));
        assertThat(run.claims()).extracting(Judgement::verdict)
                .containsExactly(Answer.HELD, Answer.NOT_HELD, Answer.NOT_APPLICABLE);
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void a_claim_about_what_was_not_measured_is_unclear() {
        Run run = run(List.of(claim("x", true, 3)), bench -> {});
        assertThat(run.claims().getFirst().verdict()).isEqualTo(Answer.UNCLEAR);
        assertThat(run.claims().getFirst().measured()).isEqualTo("not measured: x");
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    void a_run_whose_claims_all_hold_ends_with_zero() {
        Run run = run(List.of(claim("x", true, 3)), bench -> bench.figure("x", "x", 3, Unit.COUNT));
        assertThat(run.exitCode()).isZero();
        assertThat(run.startedAt()).isEqualTo(NOON);
    }

    @Test
    void an_experiment_that_breaks_off_keeps_what_it_measured_and_says_why() {
        Run run = run(List.of(claim("x", true, 3)), bench -> {
            bench.figure("x", "x", 3, Unit.COUNT);
            bench.lend(named("pool"));
            throw new java.sql.SQLException("the server is gone");
        });
        assertThat(run.ending()).isEqualTo(Ending.FAILED);
        assertThat(run.reason()).isEqualTo("the server is gone");
        assertThat(run.figure("x")).isPresent();
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(closed).containsExactly("pool");
    }

    /** Often: which thread is faster must not matter. */
    @RepeatedTest(200)
    void cancelling_closes_what_was_lent_and_ends_the_run() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Run> future = CompletableFuture.supplyAsync(() -> run(List.of(), bench -> {
            bench.lend(named("pool"));
            bench.event("request 1", Outcome.OK, "1 ms");
            begun.countDown();
            new CountDownLatch(1).await();
        }));
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        runner.cancel();
        Run run = future.get(10, TimeUnit.SECONDS);
        assertThat(run.ending()).isEqualTo(Ending.INTERRUPTED);
        assertThat(run.observations()).hasSize(1);
        assertThat(closed).containsExactly("pool");
    }

    @Test
    void nothing_is_lent_after_the_end() {
        Bench[] kept = new Bench[1];
        run(List.of(), bench -> kept[0] = bench);
        assertThatThrownBy(() -> kept[0].lend(named("late"))).isInstanceOf(CancellationException.class);
        assertThat(closed).containsExactly("late");
    }

    @Test
    void the_same_seed_gives_the_same_chances() {
        List<Integer> drawn = new ArrayList<>();
        for (int i = 0; i < 2; i++) run(List.of(), bench -> drawn.add(bench.random().nextInt()));
        assertThat(drawn.getFirst()).isEqualTo(drawn.getLast());
    }

    @Test
    void an_id_is_observed_only_once() {
        Run run = run(List.of(), bench -> {
            bench.figure("x", "x", 1, Unit.COUNT);
            bench.figure("x", "x", 2, Unit.COUNT);
        });
        assertThat(run.reason()).isEqualTo("observed twice: x");
    }

    @Test
    void a_series_keeps_changes_and_its_last_level() {
        Run run = run(List.of(), bench -> {
            SeriesRecorder series = bench.series("slots", "Slots", Unit.COUNT, List.of("in use", "idle"));
            series.add(1, 0);
            series.add(1, 0);
            series.add(0, 1);
        });
        var series = (Observation.Series) run.observations().getFirst();
        assertThat(series.points()).extracting(Observation.Point::values)
                .containsExactly(List.of(1.0, 0.0), List.of(0.0, 1.0), List.of(0.0, 1.0));
    }
}
