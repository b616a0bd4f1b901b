package poollab.bench.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import poollab.bench.Observation.Column;
import poollab.bench.Unit;

/**
 * What pg_stat_statements has counted for a role so far, by query.
 *
 * @param counts empty where the extension is missing
 */
public record Statements(Map<String, Counts> counts) {
    static final List<Column> COLUMNS = List.of(
            new Column("statement", Unit.TEXT),
            new Column("calls", Unit.COUNT),
            new Column("mean", Unit.MILLISECONDS),
            new Column("rows", Unit.COUNT));

    private static final String SQL = """
            select query, sum(calls), sum(total_exec_time), sum(rows)
            from pg_stat_statements join pg_roles on pg_roles.oid = userid
            where rolname = ? and toplevel
            group by query
            """;
    private static final int SHOWN = 12;

    /** @param ms milliseconds that all calls took together on the server */
    public record Counts(long calls, double ms, long rows) {
        static final Counts NONE = new Counts(0, 0, 0);
    }

    /** Of one statement, in any case; zeros when it never came. */
    public Counts of(String query) {
        return counts.entrySet().stream()
                .filter(each -> each.getKey().equalsIgnoreCase(query))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Counts.NONE);
    }

    /** @param observer a connection of {@link poollab.engine.Server#observe} */
    public static Statements of(Connection observer, String role) {
        Map<String, Counts> counts = new HashMap<>();
        try (PreparedStatement ask = observer.prepareStatement(SQL)) {
            ask.setString(1, role);
            try (ResultSet row = ask.executeQuery()) {
                while (row.next())
                    counts.put(row.getString(1), new Counts(row.getLong(2), row.getDouble(3), row.getLong(4)));
            }
        } catch (SQLException e) {
            return new Statements(Map.of());
        }
        return new Statements(counts);
    }

    /** What came since then as rows of a table, the most frequent first. */
    List<List<Object>> since(Statements before) {
        List<List<Object>> rows = new ArrayList<>();
        counts.forEach((query, now) -> {
            Counts then = before.counts.getOrDefault(query, Counts.NONE);
            long calls = now.calls - then.calls;
            if (calls <= 0) return;
            rows.add(List.of(query.strip().replaceAll("\\s+", " "), calls, (now.ms - then.ms) / calls, now.rows - then.rows));
        });
        rows.sort(Comparator.comparing((List<Object> row) -> (Long) row.get(1)).reversed());
        return rows.subList(0, Math.min(SHOWN, rows.size()));
    }
}
