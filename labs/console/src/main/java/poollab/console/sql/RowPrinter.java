package poollab.console.sql;

import java.util.List;

/** Shows one result: its columns, its rows as they come, its end. */
interface RowPrinter {
    /** @param number whether values stand right, and are numbers in JSON */
    record Heading(String name, boolean number, boolean truth) {}

    void head(List<Heading> headings);

    /** @param values as the server writes them; null for NULL */
    void row(List<String> values);

    /** @param rows how many there were */
    void foot(long rows);

    /** {@code (1 row)}, {@code (3 rows)}. */
    static String count(long rows) {
        return "(" + rows + (rows == 1 ? " row)" : " rows)");
    }
}
