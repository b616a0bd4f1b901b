package poollab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import poollab.bench.Observation;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Figure;
import poollab.bench.Observation.Histogram;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;
import poollab.bench.load.LoadDetails;

/** The loads of a run as one table with a row each. All else that was seen of them stays in the record. */
final class Loads {
    /** Heading by the name of the figure below it. */
    private static final Map<String, String> HEADINGS = headings();

    private final Set<String> names = new LinkedHashSet<>();

    private static Map<String, String> headings() {
        Map<String, String> headings = new LinkedHashMap<>();
        headings.put("throughput", "per s");
        headings.put("p50", "p50");
        headings.put("p95", "p95");
        headings.put("p99", "p99");
        headings.put("waiting-mean", "wait");
        headings.put("using-mean", "use");
        headings.put("errors", "errors");
        headings.put("backends-peak", "backends");
        return headings;
    }

    /** Learns from each observation which loads there are. Returns whether it is a table or histogram of one of them. */
    boolean took(Observation observation) {
        if (observation instanceof Histogram && observation.id().endsWith(LoadDetails.LATENCY))
            names.add(observation.id().substring(0, observation.id().length() - LoadDetails.LATENCY.length()));
        return !(observation instanceof Figure)
                && names.stream().anyMatch(load -> LoadDetails.contain(load, observation.id()));
    }

    /** Whether a figure is a load's own, not something that the experiment says of it besides. All must have been taken. */
    boolean own(Figure figure) {
        return figure.of() != null && names.contains(figure.of()) && LoadDetails.contain(figure.of(), figure.id());
    }

    /** Whether it stands in the table. */
    boolean headline(Figure figure) {
        return own(figure) && HEADINGS.containsKey(name(figure));
    }

    private static String name(Figure figure) {
        return figure.id().substring(figure.of().length() + 1);
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    Table table(List<Figure> figures) {
        Map<String, Map<String, Object>> values = new LinkedHashMap<>();
        figures.stream().filter(this::headline).forEach(figure ->
                values.computeIfAbsent(figure.of(), load -> new LinkedHashMap<>()).put(name(figure), figure.value()));
        List<Column> columns = new ArrayList<>(List.of(new Column("load", Unit.TEXT)));
        HEADINGS.values().forEach(heading -> columns.add(new Column(heading, Unit.COUNT)));
        List<List<Object>> rows = new ArrayList<>();
        values.forEach((load, seen) -> {
            List<Object> row = new ArrayList<>(List.of(load));
            HEADINGS.keySet().forEach(name -> row.add(seen.get(name)));
            rows.add(row);
        });
        return new Table("loads", "Loads (times in ms)", columns, rows, null);
    }
}
