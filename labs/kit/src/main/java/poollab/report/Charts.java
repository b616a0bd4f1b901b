package poollab.report;

import java.util.LinkedHashMap;
import java.util.Map;
import poollab.bench.Observation.Curves;
import poollab.bench.Observation.Series;
import poollab.bench.Observation.Table;
import poollab.bench.Run;

/** The charts of a run. */
public final class Charts {
    private Charts() {}

    /** SVG by file name: one for each series but the dashboard, each set of curves, and each table that names a column to draw. */
    public static Map<String, String> of(Run run) {
        Map<String, String> charts = new LinkedHashMap<>();
        for (var observation : run.observations()) {
            switch (observation) {
                // Its rows have little in common but the time: it is told as a panel of text.
                case Series series when series.id().equals(Dashboard.SERIES) -> {}
                case Series series when series.points().size() > 1 ->
                    charts.put(series.id() + ".svg", StepChart.of(series));
                case Table table when table.chart() != null && !table.rows().isEmpty() ->
                    charts.put(table.id() + ".svg", BarChart.of(table));
                case Curves curves when !curves.curves().isEmpty() ->
                    charts.put(curves.id() + ".svg", CurveChart.of(curves));
                default -> {}
            }
        }
        return charts;
    }
}
