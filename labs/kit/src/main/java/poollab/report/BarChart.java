package poollab.report;

import java.util.List;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;

/** One column of a table as horizontal bars. */
final class BarChart {
    private static final int WIDTH = 640;
    private static final int LABEL = 190;
    private static final int VALUE = 90;
    private static final int ROW = 22;
    private static final int TOP = 44;

    private BarChart() {}

    static String of(Table table) {
        List<Object> values = table.column(table.chart());
        Unit unit = table.columns().stream()
                .filter(column -> column.name().equals(table.chart()))
                .map(Column::unit)
                .findFirst()
                .orElse(Unit.COUNT);
        double most = values.stream().mapToDouble(BarChart::number).max().orElse(0);
        int height = TOP + ROW * values.size() + 14;
        Svg svg = new Svg(WIDTH, height, table.title(), describe(table, values, unit));
        svg.text(12, 24, "start", "t", table.title() + ": " + table.chart());
        for (int i = 0; i < values.size(); i++) {
            double value = number(values.get(i));
            double y = TOP + i * ROW;
            double length = most == 0 ? 0 : value / most * (WIDTH - LABEL - VALUE);
            svg.text(LABEL - 8, y + 14, "end", "s", label(table, i));
            svg.bar(LABEL, y + 3, length, ROW - 6, "f0");
            svg.text(LABEL + length + 6, y + 14, "start", "s", values.get(i) == null ? "–" : unit.format(value));
        }
        return svg.toString();
    }

    private static String label(Table table, int row) {
        return String.valueOf(table.rows().get(row).getFirst());
    }

    private static String describe(Table table, List<Object> values, Unit unit) {
        StringBuilder text = new StringBuilder("Bars of ").append(table.chart()).append(": ");
        for (int i = 0; i < values.size(); i++)
            text.append(i == 0 ? "" : "; ")
                    .append(label(table, i))
                    .append(' ')
                    .append(values.get(i) == null ? "none" : unit.format(number(values.get(i))));
        return text.append('.').toString();
    }

    private static double number(Object value) {
        return value instanceof Number number ? number.doubleValue() : 0;
    }
}
