package poollab.labs.monitoring;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Unit;

/** Collects which alerts fired in which scene, and what the metrics came to. */
final class Findings {
    private static final List<Column> FIRED = List.of(
            new Column("lab", Unit.TEXT), new Column("fault", Unit.TEXT), new Column("alert", Unit.TEXT),
            new Column("fired", Unit.TEXT), new Column("besides", Unit.TEXT));

    private final Bench bench;
    private final Panel panel;
    private final Map<Fault, Double> healthy = new EnumMap<>(Fault.class);
    private final List<List<Object>> fired = new ArrayList<>();
    private final Set<String> ever = new LinkedHashSet<>();
    private final Set<String> byColumnNames = new LinkedHashSet<>();

    Findings(Bench bench, Panel panel) {
        this.bench = bench;
        this.panel = panel;
    }

    Panel panel() {
        return panel;
    }

    void healthy(Stage stage) {
        for (Fault fault : Fault.shown()) healthy.put(fault, stage.peak(fault));
        Set<String> alerts = stage.fired();
        fired.add(List.of("–", "none", "–", alerts.isEmpty() ? "no" : "yes", String.join(", ", alerts)));
        bench.figure("healthy-alerts", "alerts that fired in the healthy run", alerts.size(), Unit.COUNT);
    }

    void fault(Fault fault, Stage stage) {
        Set<String> alerts = stage.fired();
        ever.addAll(alerts);
        byColumnNames.addAll(stage.firedByColumnNames());
        for (String alert : fault.alerts) row(fault, alert, alerts);
        if (fault.alerts.isEmpty()) row(fault, "–", alerts);
        long own = fault.alerts.isEmpty() ? alerts.size() : fault.alerts.stream().filter(alerts::contains).count();
        // A row for each fault: which alerts, and its metric in the healthy run and in the fault.
        bench.figureOf("alerts", fault.id(), fault.id(), own, Unit.COUNT);
        if (fault.alerts.isEmpty()) return;
        bench.figureOf("healthy", fault.id(), fault.id(), healthy.get(fault), Unit.COUNT);
        bench.figureOf("faulty", fault.id(), fault.id(), stage.peak(fault), Unit.COUNT);
    }

    private void row(Fault fault, String alert, Set<String> all) {
        List<String> others = all.stream().filter(other -> !fault.alerts.contains(other)).toList();
        fired.add(List.of(fault.lab, fault.id(), alert, all.contains(alert) ? "yes" : "no", String.join(", ", others)));
    }

    void end() {
        bench.table("alerts", "Which alert tells of which fault", FIRED, fired, null);
        bench.figure("alerts-fired", "different alerts that fired", ever.size(), Unit.COUNT);
        bench.figure("column-names-fired", "alerts on column names that fired", byColumnNames.size(), Unit.COUNT);
    }
}
