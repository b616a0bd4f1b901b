package poollab.console.budget;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;
import poollab.budget.Assessment;
import poollab.budget.Budget;
import poollab.budget.Limits;
import poollab.budget.LiveLimits;
import poollab.report.Ink;
import poollab.report.Screen;
import poollab.report.TextTable;
import poollab.report.Wrap;

/** A budget as a person reads it. */
final class BudgetText {
    private static final int LABEL = 34;
    private static final int NUMBER = 8;

    private final Screen screen;
    private final Ink ink;

    BudgetText(Screen screen) {
        this.screen = screen;
        this.ink = screen.ink();
    }

    void print(Budget budget, LiveLimits live) {
        Assessment sum = Assessment.of(budget);
        if (live != null) live(live);
        for (String line : TextTable.lines(table(sum), screen.width() - 2)) screen.line("  " + line);
        screen.blank();
        limits(sum.limits());
        number("left for the application", sum.available());
        screen.blank();
        verdict("with all at their minimum", sum.atMinimum(), sum.available());
        verdict("with all at their maximum", sum.atMaximum(), sum.available());
        verdict("while all are deployed at once", sum.duringDeploy(), sum.available());
        screen.blank();
        for (String line : Wrap.hanging("", conclusion(budget, sum), screen.width())) screen.line(line);
    }

    private void live(LiveLimits live) {
        screen.line(live.product() + ", " + live.now() + " client connections now");
        live.connections().forEach((name, count) -> number(name, count));
        screen.blank();
    }

    private static Table table(Assessment sum) {
        List<Column> columns = List.of(
                new Column("service", Unit.TEXT), new Column("instances", Unit.TEXT), new Column("each", Unit.COUNT),
                new Column("minimum", Unit.COUNT), new Column("maximum", Unit.COUNT), new Column("deploy", Unit.COUNT),
                new Column("goes to", Unit.TEXT));
        List<List<Object>> rows = new ArrayList<>();
        for (Assessment.Line line : sum.lines())
            rows.add(List.of(
                    line.name(), line.instances(), line.perInstance(), line.atMinimum(), line.atMaximum(),
                    line.duringDeploy(), line.through() == null ? "server" : line.through()));
        return new Table("budget", "Connections", columns, rows, null);
    }

    private void limits(Limits limits) {
        number("max_connections", limits.maxConnections());
        number("– superuser_reserved_connections", limits.superuserReserved());
        if (limits.reserved() > 0) number("– reserved_connections", limits.reserved());
        number("– kept for maintenance", limits.maintenance());
    }

    private void number(String label, long value) {
        screen.line("  " + padded(label) + String.format(Locale.ROOT, "%," + NUMBER + "d", value));
    }

    private void verdict(String label, long value, int available) {
        String number = String.format(Locale.ROOT, "%," + NUMBER + "d", value);
        String word = value <= available
                ? ink.good("fits") + ", " + grouped(available - value) + " free"
                : ink.bad("OVER") + " by " + grouped(value - available);
        screen.line("  " + padded(label) + number + "  " + word);
    }

    private static String padded(String label) {
        return label.length() >= LABEL ? label + " " : label + " ".repeat(LABEL - label.length());
    }

    private static String grouped(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String conclusion(Budget budget, Assessment sum) {
        if (sum.fits()) return "It fits, in the worst case, with " + grouped(-sum.over()) + " connections to spare.";
        OptionalInt equal = Assessment.equalSize(budget);
        String over = "Over by " + grouped(sum.over()) + " in the worst case: the server would refuse them with SQLSTATE 53300. ";
        return over + (equal.isPresent()
                ? "It fits when no pool is larger than " + equal.getAsInt() + ", or behind a pooler."
                : "No pool size makes it fit: fewer pools or instances, or a pooler.");
    }
}
