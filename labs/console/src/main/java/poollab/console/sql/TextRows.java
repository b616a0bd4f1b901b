package poollab.console.sql;

import java.io.PrintStream;
import java.util.List;
import poollab.console.sql.RowPrinter.Heading;
import poollab.report.Ink;

/** Shows rows of text as the SQL prompt shows a result. */
public final class TextRows {
    private TextRows() {}

    /** Columns whose values are all whole numbers stand right. */
    public static void print(List<String> columns, List<List<String>> rows, PrintStream out, Ink ink, int width) {
        RowPrinter printer = Format.AUTO.printer(out, ink, width);
        List<Heading> headings = new java.util.ArrayList<>();
        for (int i = 0; i < columns.size(); i++) headings.add(new Heading(columns.get(i), numbers(rows, i), false));
        printer.head(headings);
        rows.forEach(printer::row);
        printer.foot(rows.size());
        out.flush();
    }

    private static boolean numbers(List<List<String>> rows, int column) {
        return rows.stream().map(row -> row.get(column)).allMatch(value -> value == null || value.matches("-?\\d+"));
    }
}
