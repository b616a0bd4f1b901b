package poollab.console.sql;

import java.io.PrintStream;
import java.util.List;
import poollab.report.Ink;

/** A block of lines for each row, as psql's expanded output. */
final class VerticalPrinter implements RowPrinter {
    private final PrintStream out;
    private final Ink ink;
    private List<Heading> headings;
    private int label;
    private long number;

    VerticalPrinter(PrintStream out, Ink ink) {
        this.out = out;
        this.ink = ink;
    }

    @Override
    public void head(List<Heading> headings) {
        this.headings = headings;
        label = headings.stream().mapToInt(heading -> Cells.width(heading.name())).max().orElse(0);
    }

    @Override
    public void row(List<String> values) {
        out.println(ink.dim("-[ RECORD " + ++number + " ]" + "-".repeat(Math.max(1, label - 8))));
        for (int i = 0; i < values.size(); i++) {
            String name = headings.get(i).name();
            String value = values.get(i) == null ? ink.dim(Cells.NULL) : Cells.flat(values.get(i));
            out.println((name + Cells.pad(label - Cells.width(name)) + ink.plain(" │ ") + value).stripTrailing());
        }
    }

    @Override
    public void foot(long rows) {
        out.println(RowPrinter.count(rows));
    }
}
