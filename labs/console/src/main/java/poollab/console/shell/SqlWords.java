package poollab.console.shell;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import poollab.engine.Server;

/** Completes SQL: keywords, the tables of the database and their columns, and the prompt's own commands. */
final class SqlWords implements Suggester {
    private static final List<String> KEYWORDS = List.of(
            "select", "from", "where", "group by", "order by", "having", "limit", "join", "left join", "on", "insert into",
            "values", "update", "set", "delete from", "begin", "commit", "rollback", "create table", "drop table", "explain",
            "analyze", "count(*)", "current_setting(", "pg_sleep(", "pg_backend_pid()", "pg_stat_activity", "pg_locks",
            "pg_stat_statements", "show", "reset", "discard all", "distinct", "and", "or", "not", "null", "is", "in", "as");
    private static final String NAMES = """
            select c.relname, a.attname from pg_class c join pg_namespace n on n.oid = c.relnamespace
            join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            where n.nspname = 'public' and c.relkind in ('r', 'p', 'v') order by 1, 2""";

    private final List<Proposal> names = new ArrayList<>();

    /** Reads the names once; where that fails only keywords are completed. */
    SqlWords(Server server) {
        try (Connection observer = server.observe();
                Statement statement = observer.createStatement();
                ResultSet rows = statement.executeQuery(NAMES)) {
            String table = "";
            while (rows.next()) {
                if (!rows.getString(1).equals(table)) names.add(new Proposal(0, rows.getString(1), "table"));
                table = rows.getString(1);
                names.add(new Proposal(0, rows.getString(2), "column of " + table));
            }
        } catch (SQLException e) {
            names.clear();
        }
    }

    @Override
    public List<Proposal> propose(String line, int cursor) {
        int from = cursor;
        while (from > 0 && (Character.isLetterOrDigit(line.charAt(from - 1)) || line.charAt(from - 1) == '_')) from--;
        if (from > 0 && line.charAt(from - 1) == '\\') return commands(from - 1);
        String begun = line.substring(from, cursor).toLowerCase(Locale.ROOT);
        List<Proposal> found = new ArrayList<>();
        for (Proposal name : names)
            if (name.value().startsWith(begun)) found.add(new Proposal(from, name.value(), name.about()));
        if (begun.isEmpty()) return found;
        for (String keyword : KEYWORDS) if (keyword.startsWith(begun)) found.add(new Proposal(from, keyword, ""));
        return found;
    }

    private static List<Proposal> commands(int from) {
        return SqlHelp.NAMES.stream().map(name -> new Proposal(from, name, "")).toList();
    }
}
