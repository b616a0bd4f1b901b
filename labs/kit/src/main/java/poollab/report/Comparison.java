package poollab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import poollab.bench.Judgement;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Figure;
import poollab.bench.Observation.Table;
import poollab.bench.Run;
import poollab.bench.Unit;

/** Two runs side by side: the settings that differ, every figure, and the claims. */
public record Comparison(Run left, Run right) {
    private static final List<Column> COLUMNS =
            List.of(new Column("", Unit.TEXT), new Column("left", Unit.TEXT), new Column("right", Unit.TEXT));

    /** The three tables, on a screen. */
    public void print(Screen screen) {
        screen.line("left   " + left.id());
        screen.line("right  " + right.id());
        for (Table table : tables()) {
            screen.blank();
            screen.line(screen.ink().strong(table.title()));
            if (table.rows().isEmpty()) screen.line("  none");
            else for (String line : TextTable.lines(table, screen.width() - 2)) screen.line("  " + line);
        }
    }

    public List<Table> tables() {
        return List.of(settings(), figures(), claims());
    }

    /** Settings with different values; seed and profile too. Empty when the runs were set alike. */
    public Table settings() {
        Map<String, Object> a = all(left);
        Map<String, Object> b = all(right);
        Set<String> names = new LinkedHashSet<>(a.keySet());
        names.addAll(b.keySet());
        List<List<Object>> rows = new ArrayList<>();
        for (String name : names)
            if (!Objects.equals(a.get(name), b.get(name))) rows.add(row(name, a.get(name), b.get(name)));
        return new Table("settings", "Settings that differ", COLUMNS, rows, null);
    }

    private static Map<String, Object> all(Run run) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("lab", run.lab());
        all.putAll(run.settings());
        all.put("quick", run.quick());
        all.put("seed", run.seed());
        return all;
    }

    /** The figures of either run; of each load only those that stand in its row. */
    public Table figures() {
        Loads loads = new Loads();
        for (Run run : List.of(left, right)) run.observations().forEach(loads::took);
        Map<String, String> titles = new LinkedHashMap<>();
        for (Run run : List.of(left, right))
            for (var observation : run.observations())
                if (observation instanceof Figure figure && (!loads.own(figure) || loads.headline(figure)))
                    titles.putIfAbsent(figure.id(), name(figure));
        List<List<Object>> rows = new ArrayList<>();
        titles.forEach((id, title) -> rows.add(row(title, shown(left, id), shown(right, id))));
        return new Table("figures", "Figures", COLUMNS, rows, null);
    }

    private static String name(Figure figure) {
        return figure.of() == null ? figure.title() : figure.of() + ": " + figure.title();
    }

    private static String shown(Run run, String id) {
        return run.figure(id).map(Figure::formatted).orElse(null);
    }

    /** The verdicts of either run, where at least one applied. */
    public Table claims() {
        Map<String, String> a = verdicts(left);
        Map<String, String> b = verdicts(right);
        Set<String> ids = new LinkedHashSet<>(a.keySet());
        ids.addAll(b.keySet());
        List<List<Object>> rows = new ArrayList<>();
        for (String id : ids) {
            String one = a.getOrDefault(id, "–");
            String other = b.getOrDefault(id, "–");
            if (!(one.equals("–") && other.equals("–"))) rows.add(row(id, one, other));
        }
        return new Table("claims", "Claims", COLUMNS, rows, null);
    }

    private static Map<String, String> verdicts(Run run) {
        Map<String, String> verdicts = new LinkedHashMap<>();
        for (Judgement claim : run.claims()) {
            boolean applies = claim.verdict() != poollab.bench.Verdict.Answer.NOT_APPLICABLE;
            verdicts.put(claim.id(), applies ? claim.verdict().toString() : "–");
        }
        return verdicts;
    }

    private static List<Object> row(String name, Object left, Object right) {
        List<Object> row = new ArrayList<>();
        row.add(name);
        row.add(left);
        row.add(right);
        return row;
    }
}
