package poollab.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Figure;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;

/** Figures of several things as tables: a row for each title, a column for each thing. */
final class SideBySide {
    private SideBySide() {}

    /** A table for those that are compared with each other: things that have no title in common stand in different ones. */
    static List<Table> tables(List<Figure> figures) {
        List<List<Figure>> families = new ArrayList<>();
        for (Figure figure : figures) {
            List<List<Figure>> related =
                    families.stream().filter(family -> family.stream().anyMatch(one -> related(figure, one))).toList();
            List<Figure> family = related.isEmpty() ? new ArrayList<>() : related.getFirst();
            if (related.isEmpty()) families.add(family);
            related.stream().skip(1).forEach(family::addAll);
            related.stream().skip(1).forEach(families::remove);
            family.add(figure);
        }
        return families.stream().map(SideBySide::of).toList();
    }

    private static boolean related(Figure one, Figure other) {
        return one.of().equals(other.of()) || one.title().equals(other.title());
    }

    private static Table of(List<Figure> figures) {
        Set<String> things = new LinkedHashSet<>();
        figures.forEach(figure -> things.add(figure.of()));
        List<String> order = List.copyOf(things);
        Map<String, List<Object>> rows = new LinkedHashMap<>();
        for (Figure figure : figures) {
            List<Object> row = rows.computeIfAbsent(figure.title(), title -> {
                List<Object> fresh = new ArrayList<>(Collections.nCopies(order.size() + 1, null));
                fresh.set(0, title);
                return fresh;
            });
            row.set(1 + order.indexOf(figure.of()), figure.formatted());
        }
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("", Unit.TEXT));
        for (String thing : order) columns.add(new Column(thing, Unit.COUNT));
        return new Table("figures", "Figures", columns, List.copyOf(rows.values()), null);
    }
}
