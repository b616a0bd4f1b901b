package poollab.labs.prepared;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import poollab.bench.Bench;
import poollab.labs.ServerLimit;
import poollab.labs.Sql;

/** The server's own account of the statements it ran: the extension pg_stat_statements. */
final class StatStatements {
    private static final String LIBRARY = "pg_stat_statements";

    private final Bench bench;

    /** @param calls so often since the account began, taking so many milliseconds in all */
    record Discards(long calls, double millis) {}

    private StatStatements(Bench bench) {
        this.bench = bench;
    }

    /** Restarts the server where the library is not loaded. After the run everything is as it was. */
    static StatStatements begin(Bench bench) throws SQLException {
        StatStatements statements = new StatStatements(bench);
        if (!statements.loaded()) {
            ServerLimit.restart(bench, "shared_preload_libraries", LIBRARY);
        }
        if (!statements.created()) {
            Sql.run(bench.server(), "create extension " + LIBRARY);
            bench.lend((AutoCloseable) () -> Sql.run(bench.server(), "drop extension " + LIBRARY));
        }
        return statements;
    }

    Discards discards() throws SQLException {
        String sql = "select coalesce(sum(calls), 0), coalesce(sum(total_exec_time), 0)"
                + " from pg_stat_statements where query ilike 'discard all'";
        try (Connection observer = bench.server().observe();
                Statement statement = observer.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new Discards(row.getLong(1), row.getDouble(2));
        }
    }

    private boolean loaded() throws SQLException {
        return Sql.text(bench.server(), "select current_setting('shared_preload_libraries') like '%" + LIBRARY + "%'").equals("t");
    }

    private boolean created() throws SQLException {
        return Sql.text(bench.server(), "select exists (select from pg_extension where extname = '" + LIBRARY + "')").equals("t");
    }
}
