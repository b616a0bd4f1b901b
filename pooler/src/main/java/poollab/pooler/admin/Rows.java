package poollab.pooler.admin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import poollab.pooler.admin.Table.Column;
import poollab.pooler.admin.Table.Type;

/** A table being filled. */
final class Rows {
    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * @param types a letter for each column: {@code s} text, {@code i} int4, {@code q} int8, {@code N} numeric
     * @param names with blanks between them
     */
    Rows(String types, String names) {
        String[] each = names.split(" ");
        if (each.length != types.length()) throw new IllegalArgumentException(types.length() + " types for " + each.length + " columns");
        for (int i = 0; i < each.length; i++) columns.add(new Column(each[i], type(types.charAt(i))));
    }

    private static Type type(char letter) {
        return switch (letter) {
            case 's' -> Type.TEXT;
            case 'i' -> Type.INT4;
            case 'q' -> Type.INT8;
            case 'N' -> Type.NUMERIC;
            default -> throw new IllegalArgumentException("no type " + letter);
        };
    }

    /** @param values as many as columns; a boolean is shown as 0 or 1, null is NULL */
    Rows add(Object... values) {
        if (values.length != columns.size()) throw new IllegalArgumentException(values.length + " values for " + columns.size() + " columns");
        String[] row = new String[values.length];
        for (int i = 0; i < row.length; i++) row[i] = text(values[i]);
        rows.add(Collections.unmodifiableList(Arrays.asList(row)));
        return this;
    }

    private static String text(Object value) {
        return switch (value) {
            case null -> null;
            case Boolean flag -> flag ? "1" : "0";
            default -> value.toString();
        };
    }

    Table table() {
        return new Table(columns, rows);
    }
}
