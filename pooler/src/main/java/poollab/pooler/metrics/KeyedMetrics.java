package poollab.pooler.metrics;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import poollab.pooler.admin.Table;

/** Gauges without labels, made from a table whose rows are each one value with its name. */
record KeyedMetrics(List<Entry> entries) {
    /** @param row the name in the table's first column; the value is in the second */
    record Entry(String row, String name, String help) {}

    /** @param each three texts for each metric: row, name without prefix, help */
    static KeyedMetrics of(String... each) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < each.length; i += 3) entries.add(new Entry(each[i], "pgbouncer_" + each[i + 1], each[i + 2]));
        return new KeyedMetrics(entries);
    }

    void write(Table table, Exposition out) {
        for (Entry entry : entries) {
            List<String> row = table.rows().stream().filter(each -> each.getFirst().equals(entry.row)).findFirst().orElseThrow();
            out.metric(entry.name, Exposition.Type.GAUGE, entry.help);
            out.sample(entry.name, List.of(), List.of(), new BigDecimal(row.get(1)));
        }
    }
}
