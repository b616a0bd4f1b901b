package poollab.console.shell;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import poollab.bench.BadInput;
import poollab.report.Screen;

/** The commands of the SQL prompt, and what its {@code \d} asks the catalogue. */
final class SqlHelp {
    private static final Map<String, String> COMMANDS = new TreeMap<>(Map.ofEntries(
            Map.entry("\\?", "these commands"),
            Map.entry("\\q", "leave the prompt"),
            Map.entry("\\d", "\\d [TABLE]  the tables, or one table's columns and indexes"),
            Map.entry("\\dt", "the tables"),
            Map.entry("\\x", "\\x [on|off|auto]  one line for each value"),
            Map.entry("\\timing", "\\timing [on|off]  how long a statement took"),
            Map.entry("\\format", "\\format auto|table|vertical|csv|json|markdown"),
            Map.entry("\\conninfo", "the line that connects your own psql"),
            Map.entry("\\watch", "\\watch [SECONDS]  the last statement again and again"),
            Map.entry("\\as", "\\as application|observer  who asks")));

    static final List<String> NAMES = List.copyOf(COMMANDS.keySet());

    private SqlHelp() {}

    static void print(Screen screen) {
        COMMANDS.forEach((name, about) -> screen.line(String.format("  %-10s %s", name, about)));
    }

    static List<String> describe(String table) {
        if (table.isEmpty())
            return List.of("""
                    select c.relname as table, pg_get_userbyid(c.relowner) as owner, c.reltuples::bigint as rows,
                           pg_size_pretty(pg_total_relation_size(c.oid)) as size
                    from pg_class c join pg_namespace n on n.oid = c.relnamespace
                    where c.relkind in ('r', 'p') and n.nspname = 'public' order by 1""");
        if (!table.matches("[A-Za-z_][A-Za-z0-9_$.]*"))
            throw new BadInput("not a table's name: " + table, "For example: \\d orders");
        return List.of("""
                select a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
                       case when a.attnotnull then 'not null' else '' end as nullable,
                       pg_get_expr(d.adbin, d.adrelid) as default
                from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                where a.attrelid = '%s'::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum"""
                        .formatted(table),
                """
                select indexrelid::regclass as index, pg_get_indexdef(indexrelid) as definition
                from pg_index where indrelid = '%s'::regclass order by 1""".formatted(table));
    }
}
