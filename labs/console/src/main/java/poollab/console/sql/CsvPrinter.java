package poollab.console.sql;

import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;

/** Comma-separated values as RFC 4180 has them; NULL is an empty field, an empty text is quoted. */
final class CsvPrinter implements RowPrinter {
    private final PrintStream out;

    CsvPrinter(PrintStream out) {
        this.out = out;
    }

    @Override
    public void head(List<Heading> headings) {
        row(headings.stream().map(Heading::name).toList());
    }

    @Override
    public void row(List<String> values) {
        out.print(values.stream().map(CsvPrinter::field).collect(Collectors.joining(",")) + "\r\n");
    }

    private static String field(String value) {
        if (value == null) return "";
        boolean plain = !value.isEmpty() && value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
    }

    @Override
    public void foot(long rows) {}
}
