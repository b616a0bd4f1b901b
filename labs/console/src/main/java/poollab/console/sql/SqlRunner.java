package poollab.console.sql;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import poollab.console.sql.RowPrinter.Heading;
import poollab.report.Ink;

/**
 * Runs statements on one connection and shows what comes back. Rows are fetched {@value #CHUNK} at a time, so that a result
 * of any size neither fills the memory nor hides from Ctrl-C; inside a transaction of the learner's own the driver fetches
 * a result whole.
 *
 * <p>One thread runs; {@link #cancel()} may come from any other.
 */
public final class SqlRunner {
    private static final int CHUNK = 500;

    private final Connection connection;
    private final PrintStream out;
    private final Ink ink;
    private final int columns;
    private Statement current;
    private boolean cancelled;

    public SqlRunner(Connection connection, PrintStream out, Ink ink, int columns) {
        this.connection = connection;
        this.out = out;
        this.ink = ink;
        this.columns = columns;
    }

    /**
     * Runs one statement.
     *
     * @param timing whether the time it took is shown below
     * @return whether the server carried it out
     */
    public boolean run(String sql, Format format, boolean timing) {
        long start = System.nanoTime();
        boolean fine;
        try (Statement statement = connection.createStatement()) {
            begin(statement);
            fine = execute(statement, sql, format);
        } catch (SQLException e) {
            fine = false;
            SqlFailure.lines(e, sql).forEach(line -> out.println(ink.plain(line)));
        } finally {
            end();
        }
        if (timing && format.forPeople())
            out.println(ink.dim(String.format(Locale.ROOT, "Time: %,.3f ms", (System.nanoTime() - start) / 1e6)));
        out.flush();
        return fine;
    }

    private boolean execute(Statement statement, String sql, Format format) throws SQLException {
        // The driver fetches in chunks only inside a transaction; a single query may have one of its own.
        boolean own = readsOnly(sql) && connection.getAutoCommit() && state() == TransactionState.IDLE;
        if (own) connection.setAutoCommit(false);
        try {
            if (own) statement.setFetchSize(CHUNK);
            boolean rows = statement.execute(sql);
            warnings(statement);
            if (rows) {
                try (ResultSet result = statement.getResultSet()) {
                    show(result, format);
                }
            } else if (format.forPeople()) out.println(tag(sql, statement.getUpdateCount()));
            if (own) connection.commit();
            return true;
        } catch (SQLException e) {
            if (own) connection.rollback();
            throw e;
        } finally {
            if (own && !connection.isClosed()) connection.setAutoCommit(true);
        }
    }

    private void show(ResultSet result, Format format) throws SQLException {
        RowPrinter printer = format.printer(out, ink, columns);
        ResultSetMetaData about = result.getMetaData();
        List<Heading> headings = new ArrayList<>();
        for (int i = 1; i <= about.getColumnCount(); i++)
            headings.add(new Heading(about.getColumnLabel(i), number(about.getColumnType(i)), about.getColumnType(i) == Types.BIT
                    || about.getColumnType(i) == Types.BOOLEAN));
        printer.head(headings);
        long rows = 0;
        while (!isCancelled() && result.next()) {
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= headings.size(); i++) values.add(result.getString(i));
            printer.row(values);
            rows++;
        }
        printer.foot(rows);
        if (isCancelled()) out.println("Cancelled: the rows above are what came by then.");
    }

    private static boolean number(int type) {
        return switch (type) {
            case Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.DECIMAL, Types.REAL, Types.DOUBLE,
                    Types.FLOAT -> true;
            default -> false;
        };
    }

    private static boolean readsOnly(String sql) {
        String word = sql.strip().split("[\\s(]+", 2)[0].toLowerCase(Locale.ROOT);
        return word.equals("select") || word.equals("with") || word.equals("values") || word.equals("table");
    }

    /** The driver tells how many rows, not the server's tag: {@code UPDATE 3}, {@code CREATE TABLE}. */
    private static String tag(String sql, int count) {
        String[] words = sql.strip().split("[\\s;(]+", 3);
        String first = words[0].toUpperCase(Locale.ROOT);
        return switch (first) {
            case "INSERT" -> "INSERT 0 " + count;
            case "UPDATE", "DELETE", "MERGE", "COPY" -> first + " " + count;
            case "CREATE", "DROP", "ALTER", "TRUNCATE", "DISCARD" ->
                words.length > 1 ? first + " " + words[1].toUpperCase(Locale.ROOT) : first;
            default -> first;
        };
    }

    private void warnings(Statement statement) throws SQLException {
        for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning())
            out.println("NOTICE:  " + w.getMessage());
    }

    /** {@code =} outside a transaction, {@code =*} inside one, {@code =!} inside one that failed: as in psql's prompt. */
    public String mark() {
        return switch (state()) {
            case IDLE -> "=";
            case OPEN -> "=*";
            case FAILED -> "=!";
        };
    }

    private TransactionState state() {
        try {
            return connection.unwrap(PGConnection.class) instanceof BaseConnection base
                    ? base.getTransactionState()
                    : TransactionState.IDLE;
        } catch (SQLException e) {
            return TransactionState.IDLE;
        }
    }

    private synchronized void begin(Statement statement) {
        current = statement;
        cancelled = false;
    }

    private synchronized void end() {
        current = null;
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    /** Ends the statement that runs, if one does. What it has shown stays. */
    public synchronized void cancel() {
        if (current == null) return;
        cancelled = true;
        try {
            // Not Statement.cancel(): between its first rows and its last the driver thinks that nothing runs.
            connection.unwrap(PGConnection.class).cancelQuery();
        } catch (SQLException e) {
            // It has just ended, or its connection is gone: the runner notices either.
        }
    }
}
