package poollab.console.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import poollab.bench.Machine;

/**
 * What a benchmark found out.
 *
 * @param complete false when it was ended early
 * @param poolers names in tables, with titles
 */
record Findings(
        Instant startedAt,
        boolean complete,
        Machine machine,
        String server,
        Map<String, String> poolers,
        Wanted wanted,
        List<Series> throughput,
        List<Memory> memory) {
    Findings {
        throughput = List.copyOf(throughput);
        memory = List.copyOf(memory);
    }

    /**
     * One round.
     *
     * @param userMicros the pooler's processor time for a transaction
     * @param backends most sessions of the pooler seen at the server
     */
    record Round(double perSecond, long transactions, double userMicros, double systemMicros, long failed, int backends, String complaint) {}

    /** Rounds of the same. Its figures are their medians, but the sum of what failed and the most backends. */
    record Series(Load load, int clients, String pooler, List<Round> rounds) {
        Series {
            rounds = List.copyOf(rounds);
        }

        @JsonProperty
        double perSecond() {
            return median(Round::perSecond);
        }

        @JsonProperty
        double userMicros() {
            return median(Round::userMicros);
        }

        @JsonProperty
        double systemMicros() {
            return median(Round::systemMicros);
        }

        @JsonProperty
        long failed() {
            return rounds.stream().mapToLong(Round::failed).sum();
        }

        @JsonProperty
        int backends() {
            return rounds.stream().mapToInt(Round::backends).max().orElse(0);
        }

        private double median(ToDoubleFunction<Round> figure) {
            double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
            int middle = sorted.length / 2;
            return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        }
    }

    /**
     * Memory with a number of idle clients.
     *
     * @param heapBytes in use after a collection; null where there is no heap
     */
    record Memory(String pooler, int idle, long residentBytes, Long heapBytes) {}

    /** What must not happen in any pooler: one sentence each. */
    List<String> broken() {
        return throughput.stream().flatMap(series -> series.rounds().stream().filter(Findings::isBroken).map(round ->
                series.pooler() + ", " + series.load() + ", " + series.clients() + " clients: " + round.failed() + " failed, "
                        + round.backends() + " backends for a pool of " + Contestant.POOL
                        + (round.complaint() == null ? "" : ". " + round.complaint())))
                .toList();
    }

    private static boolean isBroken(Round round) {
        return round.failed() > 0 || round.backends() > Contestant.POOL;
    }
}
