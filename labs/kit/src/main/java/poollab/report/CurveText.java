package poollab.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import poollab.bench.Observation.Axis;
import poollab.bench.Observation.Curve;
import poollab.bench.Observation.Curves;
import poollab.bench.Observation.Dot;
import poollab.bench.Unit;

/** Curves as text: a letter for each, so that they are told apart without colour. */
final class CurveText {
    private static final int HEIGHT = 12;
    private static final String LETTERS = "*ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final int GAP = 2;

    private final char[][] cells;

    private CurveText(int width) {
        cells = new char[HEIGHT][width];
        for (char[] row : cells) Arrays.fill(row, ' ');
    }

    /** @param width columns of the screen; at least 30 */
    static List<String> lines(Curves curves, int width) {
        List<Dot> dots = curves.curves().stream().flatMap(curve -> curve.dots().stream()).toList();
        Scale x = Scale.of(dots.stream().map(Dot::x).toList());
        Scale y = Scale.of(dots.stream().map(Dot::y).toList());
        List<String> marks = y.marks().stream().map(mark -> number(mark)).toList();
        int label = marks.stream().mapToInt(String::length).max().orElse(0);
        CurveText text = new CurveText(width - label - GAP);
        // The first curve last: it is the measured one, and what it meets must not hide it.
        for (int i = curves.curves().size() - 1; i >= 0; i--) text.draw(curves.curves().get(i), letter(i), x, y);
        List<String> lines = new ArrayList<>();
        lines.add(heading(curves.y()));
        for (int row = 0; row < HEIGHT; row++) lines.add(text.line(row, label, y, marks));
        lines.add(" ".repeat(label + 1) + "└" + "─".repeat(text.cells[0].length));
        lines.add(" ".repeat(label + GAP) + text.below(x));
        lines.add(" ".repeat(label + GAP) + heading(curves.x()) + (x.logarithmic() ? ", in equal ratios" : ""));
        for (int i = 0; i < curves.curves().size(); i++) {
            Curve curve = curves.curves().get(i);
            String best = curve.dots().isEmpty() ? "" : ": " + Best.of(curves, curve);
            lines.addAll(Wrap.hanging("  " + letter(i) + " ", curve.label() + best, width));
        }
        return lines;
    }

    private static char letter(int curve) {
        return LETTERS.charAt(curve % LETTERS.length());
    }

    private static String heading(Axis axis) {
        return axis.unit().symbol().isEmpty() ? axis.name() : axis.name() + " (" + axis.unit().symbol() + ")";
    }

    /** Without the unit: it stands in the heading. */
    private static String number(double value) {
        return Unit.COUNT.format(value);
    }

    private void draw(Curve curve, char letter, Scale x, Scale y) {
        for (int i = 1; i < curve.dots().size(); i++) between(curve.dots().get(i - 1), curve.dots().get(i), x, y);
        for (Dot dot : curve.dots()) cells[row(y.at(dot.y()))][column(x.at(dot.x()))] = letter;
    }

    private void between(Dot from, Dot to, Scale x, Scale y) {
        int first = column(x.at(from.x()));
        int last = column(x.at(to.x()));
        for (int column = first + 1; column < last; column++) {
            double part = (double) (column - first) / (last - first);
            int row = row(y.at(from.y()) * (1 - part) + y.at(to.y()) * part);
            if (cells[row][column] == ' ') cells[row][column] = '·';
        }
    }

    private int column(double at) {
        return (int) Math.round(at * (cells[0].length - 1));
    }

    private static int row(double at) {
        return HEIGHT - 1 - (int) Math.round(Math.clamp(at, 0, 1) * (HEIGHT - 1));
    }

    private String line(int row, int label, Scale y, List<String> marks) {
        String mark = "";
        for (int i = 0; i < marks.size(); i++) if (row(y.at(y.marks().get(i))) == row) mark = marks.get(i);
        return (" ".repeat(label - mark.length()) + mark + (mark.isEmpty() ? " │" : " ┼") + new String(cells[row])).stripTrailing();
    }

    /** The numbers below: each under its column, as many as do not touch. */
    private String below(Scale x) {
        StringBuilder line = new StringBuilder(" ".repeat(cells[0].length));
        int free = 0;
        for (double mark : x.marks()) {
            String text = number(mark);
            int from = Math.min(column(x.at(mark)), cells[0].length - text.length());
            if (from < free) continue;
            line.replace(from, from + text.length(), text);
            free = from + text.length() + 1;
        }
        return line.toString().stripTrailing();
    }
}
