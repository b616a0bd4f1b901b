package poollab.report;

import java.util.ArrayList;
import java.util.List;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;

/**
 * A table as lines of text. Numbers stand right, texts left. Where it is too wide for the screen a last column of text
 * is cut; where that is not enough the table is turned: one block of lines for each row.
 */
public final class TextTable {
    private static final String GAP = "  ";

    /** A last column of text may be cut to this many letters before the table is turned. */
    private static final int SHORTEST = 14;

    private TextTable() {}

    /** @param width columns of the screen; no line is longer, unless a single word is */
    public static List<String> lines(Table table, int width) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(table.columns().stream().map(TextTable::heading).toList());
        for (List<Object> row : table.rows()) cells.add(formatted(row, table.columns()));
        int[] widths = widths(cells, table.columns().size());
        int excess = -width + GAP.length() * (widths.length - 1);
        for (int w : widths) excess += w;
        int last = widths.length - 1;
        boolean shrinks = table.columns().get(last).unit() == Unit.TEXT && widths[last] - excess >= SHORTEST;
        if (excess > 0 && !shrinks) return turned(cells, width);
        if (excess > 0) widths[last] -= excess;
        return flat(cells, widths, table.columns());
    }

    private static String heading(Column column) {
        return switch (column.unit()) {
            case MILLISECONDS, PER_SECOND -> column.name() + " (" + column.unit().symbol() + ")";
            default -> column.name();
        };
    }

    private static List<String> formatted(List<Object> row, List<Column> columns) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) cells.add(cell(row.get(i), columns.get(i).unit()));
        return cells;
    }

    private static String cell(Object value, Unit unit) {
        if (value == null) return "–";
        if (!(value instanceof Number number)) return value.toString();
        return switch (unit) {
            // The unit stands in the heading.
            case MILLISECONDS, PER_SECOND -> Unit.COUNT.format(number.doubleValue());
            default -> unit.format(number.doubleValue());
        };
    }

    private static int[] widths(List<List<String>> cells, int columns) {
        int[] widths = new int[columns];
        for (List<String> row : cells)
            for (int i = 0; i < columns; i++) widths[i] = Math.max(widths[i], row.get(i).length());
        return widths;
    }

    private static List<String> flat(List<List<String>> cells, int[] widths, List<Column> columns) {
        List<String> lines = new ArrayList<>();
        for (int r = 0; r < cells.size(); r++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = cut(cells.get(r).get(i), widths[i]);
                String pad = " ".repeat(widths[i] - cell.length());
                line.append(i == 0 ? "" : GAP).append(columns.get(i).unit() == Unit.TEXT ? cell + pad : pad + cell);
            }
            lines.add(line.toString().stripTrailing());
            if (r == 0) lines.add(rule(widths));
        }
        return lines;
    }

    private static String cut(String cell, int width) {
        return cell.length() <= width ? cell : cell.substring(0, width - 1) + "…";
    }

    private static String rule(int[] widths) {
        List<String> parts = new ArrayList<>();
        for (int w : widths) parts.add("─".repeat(w));
        return String.join(GAP, parts);
    }

    private static List<String> turned(List<List<String>> cells, int width) {
        List<String> headings = cells.getFirst();
        int label = headings.stream().mapToInt(String::length).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (List<String> row : cells.subList(1, cells.size())) {
            if (!lines.isEmpty()) lines.add("");
            for (int i = 0; i < headings.size(); i++) {
                String first = headings.get(i) + " ".repeat(label - headings.get(i).length()) + GAP;
                lines.addAll(Wrap.hanging(first, row.get(i), width));
            }
        }
        return lines;
    }
}
