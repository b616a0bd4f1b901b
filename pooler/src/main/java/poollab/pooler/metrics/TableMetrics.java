package poollab.pooler.metrics;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import poollab.pooler.admin.Table;

/** Metrics made from a table of the console: a series for each row, some columns as labels, others as values. */
record TableMetrics(String prefix, List<String> labels, List<Measure> measures) {
    /** @param merge what rows with equal labels are together: Prometheus takes each series once */
    record Measure(String name, Exposition.Type type, String help, Function<Row, BigDecimal> value, BinaryOperator<BigDecimal> merge) {
        static Measure summed(String name, Exposition.Type type, String help, Function<Row, BigDecimal> value) {
            return new Measure(name, type, help, value, BigDecimal::add);
        }
    }

    /** A row's values by column. */
    record Row(List<String> names, List<String> values) {
        private String text(String column) {
            return values.get(names.indexOf(column));
        }

        /** NULL is an empty label, as with the exporter. */
        String label(String column) {
            String text = text(column);
            return text == null ? "" : text;
        }

        BigDecimal number(String column) {
            return new BigDecimal(text(column));
        }

        /** What is in the table in microseconds, in seconds. */
        BigDecimal micros(String column) {
            return Exposition.seconds(Long.parseLong(text(column)));
        }
    }

    TableMetrics(String prefix, List<String> labels, Measure... measures) {
        this("pgbouncer_" + prefix + "_", labels, List.of(measures));
    }

    void write(Table table, Exposition out) {
        List<Row> rows = table.rows().stream().map(values -> new Row(table.names(), values)).toList();
        for (Measure measure : measures) {
            out.metric(prefix + measure.name, measure.type, measure.help);
            Map<List<String>, BigDecimal> series = new LinkedHashMap<>();
            for (Row row : rows) series.merge(labels.stream().map(row::label).toList(), measure.value.apply(row), measure.merge);
            series.forEach((values, value) -> out.sample(prefix + measure.name, labels, values, value));
        }
    }
}
