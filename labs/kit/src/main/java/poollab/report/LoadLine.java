package poollab.report;

import java.util.Map;
import java.util.Optional;
import poollab.bench.Unit;

/** The load that runs at the moment, in a few words: {@code pool-20: 8,400/s, p50 1.2 ms, p99 18.3 ms, 3 errors/s}. */
final class LoadLine {
    private static final String RATES = ".rates";
    private static final String TAIL = ".tail";

    private String name;
    private Map<String, Double> rates = Map.of();
    private Map<String, Double> tail = Map.of();

    /** @return whether the series belongs to a load */
    boolean sampled(String series, Map<String, Double> values) {
        if (series.endsWith(RATES)) rates = values;
        else if (series.endsWith(TAIL)) tail = values;
        else return false;
        name = series.substring(0, series.lastIndexOf('.'));
        return true;
    }

    /** Empty before the first second of the first load. */
    Optional<String> text() {
        if (name == null) return Optional.empty();
        String text = name + ": " + Unit.PER_SECOND.format(Math.rint(rates.getOrDefault("requests", 0.0)));
        if (!tail.isEmpty())
            text += ", p50 " + Unit.MILLISECONDS.format(tail.get("p50")) + ", p99 " + Unit.MILLISECONDS.format(tail.get("p99"));
        double errors = rates.getOrDefault("errors", 0.0);
        return Optional.of(errors == 0 ? text : text + ", " + Math.round(errors) + " errors/s");
    }
}
