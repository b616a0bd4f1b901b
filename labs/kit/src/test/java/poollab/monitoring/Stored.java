package poollab.monitoring;

import java.util.List;

/** Series for tests, a sample every 15 seconds from 0 on. */
final class Stored {
    static final long INTERVAL_MS = 15_000;

    private Stored() {}

    /** @param series {@code name{label="value"} 1 2 _ 4}: {@code _} is a sample that is missing */
    static SeriesStore store(String... series) {
        SeriesStore store = new SeriesStore(SeriesStore.LOOKBACK);
        for (String each : series) {
            int end = each.indexOf('}') < 0 ? each.indexOf(' ') : each.indexOf('}') + 1;
            String[] values = each.substring(end).strip().split(" +");
            for (int i = 0; i < values.length; i++) {
                boolean missing = values[i].equals("_");
                String line = each.substring(0, end) + " " + values[i];
                // A target of its own: a missing sample is a scrape that was lost, not the end of the series.
                if (!missing) store.add(each, i * INTERVAL_MS, TextFormat.read(line));
            }
        }
        return store;
    }

    static Value.Vector ask(SeriesStore store, String expression, long at) {
        return PromQl.vector(PromQl.parse(expression).at(store, at));
    }

    static List<Double> numbers(SeriesStore store, String expression, long at) {
        return ask(store, expression, at).samples().stream().map(Sample::value).toList();
    }
}
