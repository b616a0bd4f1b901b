package poollab.console.sql;

import java.util.ArrayList;
import java.util.List;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import java.sql.SQLException;

/** What the server says of a statement it refused, as psql shows it, with the SQLSTATE that people look up. */
final class SqlFailure {
    private SqlFailure() {}

    static List<String> lines(SQLException failure, String statement) {
        List<String> lines = new ArrayList<>();
        ServerErrorMessage server = failure instanceof PSQLException known ? known.getServerErrorMessage() : null;
        if (server == null) {
            lines.add("ERROR:  " + failure.getMessage());
            if (failure.getSQLState() != null) lines.add("SQLSTATE: " + failure.getSQLState());
            return lines;
        }
        lines.add(server.getSeverity() + ":  " + server.getMessage());
        position(server.getPosition(), statement, lines);
        if (server.getDetail() != null) lines.add("DETAIL:  " + server.getDetail());
        if (server.getHint() != null) lines.add("HINT:  " + server.getHint());
        lines.add("SQLSTATE: " + server.getSQLState());
        return lines;
    }

    /** The line of the statement, and a caret below the place. */
    private static void position(int position, String statement, List<String> lines) {
        if (position < 1 || position > statement.length() + 1) return;
        String before = statement.substring(0, position - 1);
        int start = before.lastIndexOf('\n') + 1;
        int end = statement.indexOf('\n', start);
        String head = "LINE " + (before.chars().filter(c -> c == '\n').count() + 1) + ": ";
        lines.add(head + statement.substring(start, end < 0 ? statement.length() : end));
        lines.add(Cells.pad(head.length() + Cells.width(before.substring(start))) + "^");
    }
}
