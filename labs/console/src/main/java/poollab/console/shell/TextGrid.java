package poollab.console.shell;

import java.util.ArrayList;
import java.util.List;
import poollab.report.Wrap;

/** A table of words within a text: columns as wide as they need, the last one wrapped. */
final class TextGrid {
    private static final String GAP = "  ";

    private TextGrid() {}

    /** @param cells the first row is the heading */
    static List<String> lines(List<List<String>> cells, String indent, int width) {
        List<String> lines = new ArrayList<>();
        if (cells.isEmpty()) return lines;
        int columns = cells.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : cells)
            for (int i = 0; i < columns; i++) widths[i] = Math.max(widths[i], row.get(i).length());
        int before = indent.length();
        for (int i = 0; i < columns - 1; i++) before += widths[i] + GAP.length();
        boolean stacked = width - before < 20;
        for (List<String> row : cells) {
            if (stacked) {
                lines.addAll(Wrap.hanging(indent, String.join(" · ", row), width));
                continue;
            }
            StringBuilder first = new StringBuilder(indent);
            for (int i = 0; i < columns - 1; i++)
                first.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length())).append(GAP);
            lines.addAll(Wrap.hanging(first.toString(), row.getLast(), width));
        }
        return lines;
    }
}
