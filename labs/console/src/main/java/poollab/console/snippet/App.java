package poollab.console.snippet;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;
import poollab.report.TextTable;

/** What snippets find ready, imported statically. */
public final class App {
    /** The server's JDBC URL with user, password and application name: the text that a pool has for its key. */
    public static final String url = Given.url;

    /** The application's pool. */
    public static final Pool pool = new Pool(url);

    private static final int MOST_ROWS = 50;

    private App() {}

    /** Opens a physical connection of your own, outside any pool. Its {@code close()} ends the server's session. */
    public static Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    /** Runs a statement on a connection of its own, which is closed again, and prints what comes back. */
    public static void sql(String statement) throws SQLException {
        try (Connection connection = connect(); Statement running = connection.createStatement()) {
            if (running.execute(statement)) print(running.getResultSet());
            else System.out.println(running.getUpdateCount() + " rows changed");
        }
    }

    private static void print(ResultSet result) throws SQLException {
        ResultSetMetaData heading = result.getMetaData();
        List<Column> columns = new ArrayList<>();
        for (int i = 1; i <= heading.getColumnCount(); i++) columns.add(new Column(heading.getColumnLabel(i), Unit.TEXT));
        List<List<Object>> rows = new ArrayList<>();
        while (rows.size() < MOST_ROWS && result.next()) {
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= columns.size(); i++) row.add(result.getString(i));
            rows.add(row);
        }
        TextTable.lines(new Table("sql", "", columns, rows, null), Given.columns).forEach(System.out::println);
        if (result.next()) System.out.println("… more rows: the first " + MOST_ROWS + " are shown");
    }

    /** What the console told: known before the constants above are made. */
    static final class Given {
        private static String url;
        private static int columns;

        private Given() {}

        static void take(String url, int columns) {
            Given.url = url;
            Given.columns = columns;
        }
    }
}
