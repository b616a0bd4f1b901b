package poollab.console.sql;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import poollab.report.Ink;

/**
 * A table as psql draws it. Its columns are as wide as the first {@value #LOOKED_AT} rows need; a longer value further down
 * sticks out, so that a result of any size can be shown as it comes. One wider than the screen is shown vertically.
 */
final class TablePrinter implements RowPrinter {
    private static final int LOOKED_AT = 200;

    private final PrintStream out;
    private final Ink ink;
    private final int columns;
    private final List<List<String>> held = new ArrayList<>();
    private List<Heading> headings;
    private int[] widths;
    private VerticalPrinter instead;

    TablePrinter(PrintStream out, Ink ink, int columns) {
        this.out = out;
        this.ink = ink;
        this.columns = columns;
    }

    @Override
    public void head(List<Heading> headings) {
        this.headings = headings;
    }

    @Override
    public void row(List<String> values) {
        if (instead != null) instead.row(values);
        else if (widths != null) line(values);
        else {
            held.add(values);
            if (held.size() == LOOKED_AT) begin();
        }
    }

    @Override
    public void foot(long rows) {
        if (widths == null && instead == null) begin();
        if (instead != null) instead.foot(rows);
        else out.println(RowPrinter.count(rows));
    }

    private void begin() {
        int[] needed = new int[headings.size()];
        for (int i = 0; i < needed.length; i++) needed[i] = Cells.width(headings.get(i).name());
        for (List<String> row : held)
            for (int i = 0; i < needed.length; i++) needed[i] = Math.max(needed[i], Cells.width(shown(row.get(i))));
        long total = 3L * (needed.length - 1) + 2;
        for (int width : needed) total += width;
        if (total > columns && !held.isEmpty()) {
            instead = new VerticalPrinter(out, ink);
            instead.head(headings);
            held.forEach(instead::row);
        } else {
            widths = needed;
            heading();
            held.forEach(this::line);
        }
        held.clear();
    }

    private void heading() {
        StringBuilder names = new StringBuilder();
        StringBuilder rule = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String name = headings.get(i).name();
            int left = (widths[i] - Cells.width(name)) / 2;
            names.append(i == 0 ? " " : ink.plain(" │ ")).append(Cells.pad(left)).append(ink.strong(name));
            names.append(Cells.pad(widths[i] - Cells.width(name) - left));
            rule.append(i == 0 ? "" : ink.plain("┼")).append(ink.plain("─").repeat(widths[i] + 2));
        }
        out.println(names.toString().stripTrailing());
        out.println(rule);
    }

    private void line(List<String> values) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String shown = shown(values.get(i));
            String pad = Cells.pad(widths[i] - Cells.width(shown));
            String text = values.get(i) == null ? ink.dim(shown) : shown;
            line.append(i == 0 ? " " : ink.plain(" │ ")).append(headings.get(i).number() ? pad + text : text + pad);
        }
        out.println(line.toString().stripTrailing());
    }

    private static String shown(String value) {
        return value == null ? Cells.NULL : Cells.flat(value);
    }
}
