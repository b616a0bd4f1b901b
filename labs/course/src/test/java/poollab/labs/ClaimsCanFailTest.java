package poollab.labs;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import poollab.bench.Claim;
import poollab.bench.Evidence;
import poollab.bench.Experiment;
import poollab.bench.Machine;
import poollab.bench.Settings;
import poollab.bench.Verdict.Answer;
import poollab.course.Catalogue;

/** A claim that holds whatever was measured would be worth nothing: each can be refuted by figures. */
class ClaimsCanFailTest {
    /** Each choice of each choosing knob, one at a time, and some sizes. */
    private static final Map<String, List<List<String>>> VARIANTS = Map.ofEntries(
            entry("01", List.of(
                    List.of(), List.of("fault=open-transaction"), List.of("fault=open-reader"), List.of("fault=slow-query"),
                    List.of("fault=blocking"), List.of("fault=concurrency"), List.of("fault=concurrency", "requests=40"),
                    List.of("fault=reclaimed"), List.of("fault=none"), List.of("max-pool-size=10"))),
            entry("02", List.of(List.of(), List.of("string=canonical"), List.of("string=shuffled-keys"))),
            entry("03", List.of(List.of(), List.of("max-connections=100"), List.of("pool=hikari"), List.of("client-pool=20"))),
            entry("04", List.of(List.of(), List.of("max-idle=20", "min-pool-size=0"))),
            entry("05", List.of(List.of())),
            entry("06", List.of(List.of(), List.of("pool-size=16"), List.of("through=pooler"))),
            entry("07", List.of(List.of(), List.of("pool-mode=session"))),
            entry("08", List.of(
                    List.of(), List.of("pooler=pgbouncer"), List.of("pool-mode=session"),
                    List.of("pool-mode=statement", "remedy=set-local"), List.of("remedy=reset-always"))),
            entry("09", List.of(List.of())),
            entry("10", List.of(
                    List.of(), List.of("fault=none", "client-pool=11", "unlock=after-rollback", "order=right"),
                    List.of("fault=slow-queries"), List.of("fault=too-few-servers"),
                    List.of("fault=too-few-servers", "pool-size=1", "clients=50"), List.of("reserve-pool-size=0"))),
            entry("11", List.of(
                    List.of(), List.of("blocking-period=off"), List.of("through=hikari"), List.of("through=pooler"),
                    List.of("through=pooler", "pause=on"), List.of("event=switchover"),
                    List.of("event=switchover", "hosts=both"), List.of("event=probes"), List.of("event=pooler-killed"),
                    List.of("event=sessions-ended"), List.of("event=reconnect"), List.of("event=deploy"))),
            entry("12", List.of(List.of(), List.of("fault=none"))));

    record Case(Claim claim, List<Settings> variants) {
        @Override
        public String toString() {
            return claim.id();
        }
    }

    static Stream<Case> claims() {
        return Catalogue.load().labs().stream().flatMap(lab -> {
            Experiment experiment = lab.experiment().get();
            List<Settings> variants = VARIANTS.get(lab.number()).stream()
                    .map(sets -> {
                        Map<String, String> given = new LinkedHashMap<>();
                        for (String set : sets) given.put(set.split("=")[0], set.split("=")[1]);
                        return Settings.of(experiment.parameters(), given, false, Machine.here());
                    })
                    .toList();
            return experiment.claims().stream().map(claim -> new Case(claim, variants));
        });
    }

    @ParameterizedTest
    @MethodSource("claims")
    void some_figures_refute_it(Case tried) {
        List<Settings> applicable =
                tried.variants().stream().filter(s -> tried.claim().applies().test(s)).toList();
        assertThat(applicable).as("variants it applies to").isNotEmpty();
        boolean refuted = applicable.stream().anyMatch(settings -> IntStream.range(0, 50)
                .anyMatch(seed -> answer(tried.claim(), settings, seed) == Answer.NOT_HELD));
        assertThat(refuted).isTrue();
    }

    /** The verdict when every figure is some number, another one for each id and seed. */
    private static Answer answer(Claim claim, Settings settings, int seed) {
        Evidence evidence = new Evidence(settings, List.of()) {
            @Override
            public double figure(String id) {
                // Not Random: its first numbers for neighbouring seeds are nearly the same.
                SplittableRandom random = new SplittableRandom(31L * id.hashCode() + seed);
                return random.nextInt(4) == 0 ? 0 : random.nextInt(200);
            }

            @Override
            public boolean has(String id) {
                return true;
            }
        };
        return claim.check().apply(evidence).answer();
    }
}
