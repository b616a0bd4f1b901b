package poollab.poolbench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Both pools in turns, round after round, so that a machine that gets slower does so for both; the medians count. */
public final class PoolBench {
    private record Load(int threads, int size) {
        @Override
        public String toString() {
            return threads + (threads == 1 ? " thread" : " threads") + " on " + size + " connections";
        }
    }

    private static final List<Load> LOADS = List.of(new Load(1, 8), new Load(8, 8), new Load(8, 4));
    private static final List<String> POOLS = List.of("keyed", "hikari");

    private PoolBench() {}

    /** @param arguments rounds (default 3), seconds of each (default 2) */
    public static void main(String[] arguments) throws RunnerException {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 2;
        Map<String, List<Double>> measured = new HashMap<>();
        for (int round = 0; round < rounds; round++)
            for (Load load : LOADS)
                for (String pool : POOLS)
                    measured.computeIfAbsent(pool + load, _ -> new ArrayList<>()).add(measure(pool, load, seconds));
        System.out.printf(Locale.ROOT, "%-28s  %12s  %12s  %6s%n", "borrow and return, per µs", POOLS.get(0), POOLS.get(1), "ratio");
        for (Load load : LOADS) {
            double keyed = median(measured.get("keyed" + load));
            double hikari = median(measured.get("hikari" + load));
            System.out.printf(Locale.ROOT, "%-28s  %12.3f  %12.3f  %6.2f%n", load, keyed, hikari, keyed / hikari);
        }
    }

    private static double measure(String pool, Load load, int seconds) throws RunnerException {
        var options = new OptionsBuilder()
                .include(BorrowAndReturn.class.getName())
                .param("pool", pool)
                .param("size", String.valueOf(load.size()))
                .threads(load.threads())
                .forks(1)
                .warmupIterations(2)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(1)
                .measurementTime(new TimeValue(seconds, TimeUnit.SECONDS))
                .verbosity(VerboseMode.SILENT)
                .build();
        double score = new Runner(options).runSingle().getPrimaryResult().getScore();
        System.out.printf(Locale.ROOT, "%-28s  %-6s  %8.3f%n", load, pool, score);
        return score;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
