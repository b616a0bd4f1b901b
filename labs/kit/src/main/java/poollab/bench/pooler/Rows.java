package poollab.bench.pooler;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table of the admin console.
 *
 * @param rows values as text, in the order of the columns; null is NULL
 */
public record Rows(List<String> columns, List<List<String>> rows) {
    public Rows {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** The rows by column name. */
    public List<Map<String, String>> named() {
        return rows.stream().map(this::named).toList();
    }

    private Map<String, String> named(List<String> row) {
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) named.put(columns.get(i), row.get(i));
        return named;
    }

    /** Only the rows with this value. */
    public Rows where(String column, String value) {
        int index = index(column);
        return new Rows(columns, rows.stream().filter(row -> value.equals(row.get(index))).toList());
    }

    /** The value in the first row; empty where there is no row. */
    public Optional<String> first(String column) {
        int index = index(column);
        return rows.stream().map(row -> row.get(index)).findFirst();
    }

    /** Of a column of whole numbers. */
    public long sum(String column) {
        int index = index(column);
        return rows.stream().mapToLong(row -> Long.parseLong(row.get(index))).sum();
    }

    /** @throws IllegalArgumentException when there is no such column */
    private int index(String column) {
        int index = columns.indexOf(column);
        if (index < 0) throw new IllegalArgumentException("no column " + column + " among " + columns);
        return index;
    }
}
