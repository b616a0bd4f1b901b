package poollab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import poollab.bench.Observation;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Figure;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;
import poollab.bench.load.LoadDetails;

/** The loads of a run as one table with a row each. All else that was seen of them stays in the record. */
final class Loads {
    private static final String THROUGHPUT = ".throughput";

    /** Heading by the name of the figure below it. */
    private static final Map<String, String> HEADINGS = headings();

    private final Map<String, Map<String, Object>> rows = new LinkedHashMap<>();

    private static Map<String, String> headings() {
        Map<String, String> headings = new LinkedHashMap<>();
        headings.put("throughput", "per s");
        headings.put("p50", "p50 ms");
        headings.put("p95", "p95 ms");
        headings.put("p99", "p99 ms");
        headings.put("waiting-mean", "wait ms");
        headings.put("using-mean", "use ms");
        headings.put("errors", "errors");
        headings.put("backends-peak", "backends");
        return headings;
    }

    /** Takes what belongs to a load. */
    boolean took(Observation observation) {
        if (observation instanceof Figure figure && figure.of() != null && figure.id().equals(figure.of() + THROUGHPUT))
            rows.put(figure.of(), new LinkedHashMap<>());
        for (String load : rows.keySet()) {
            if (!LoadDetails.contain(load, observation.id())) continue;
            if (observation instanceof Figure figure)
                rows.get(load).put(figure.id().substring(load.length() + 1), figure.value());
            return true;
        }
        return false;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    Table table() {
        List<Column> columns = new ArrayList<>(List.of(new Column("load", Unit.TEXT)));
        HEADINGS.values().forEach(heading -> columns.add(new Column(heading, Unit.COUNT)));
        List<List<Object>> cells = new ArrayList<>();
        rows.forEach((load, figures) -> {
            List<Object> row = new ArrayList<>(List.of(load));
            HEADINGS.keySet().forEach(name -> row.add(figures.get(name)));
            cells.add(row);
        });
        return new Table("loads", "Loads", columns, cells, null);
    }
}
