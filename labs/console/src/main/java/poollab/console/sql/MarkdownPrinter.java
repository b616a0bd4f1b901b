package poollab.console.sql;

import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;

/** A table for a README or an issue. */
final class MarkdownPrinter implements RowPrinter {
    private final PrintStream out;

    MarkdownPrinter(PrintStream out) {
        this.out = out;
    }

    @Override
    public void head(List<Heading> headings) {
        row(headings.stream().map(Heading::name).toList());
        out.println(headings.stream().map(h -> h.number() ? " ---: " : " --- ").collect(Collectors.joining("|", "|", "|")));
    }

    @Override
    public void row(List<String> values) {
        out.println(values.stream().map(MarkdownPrinter::cell).collect(Collectors.joining(" | ", "| ", " |")));
    }

    private static String cell(String value) {
        if (value == null) return "*NULL*";
        return value.replace("\\", "\\\\").replace("|", "\\|").replace("\r", "").replace("\n", "<br>");
    }

    @Override
    public void foot(long rows) {}
}
