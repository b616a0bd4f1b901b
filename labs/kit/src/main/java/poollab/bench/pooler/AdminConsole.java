package poollab.bench.pooler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import poollab.bench.wire.RawMessage;
import poollab.bench.wire.RawSession;
import poollab.engine.Login;

/**
 * The admin console of a pooler, as a client reaches it: the database {@code pgbouncer}, by simple queries. Without the JDBC
 * driver, which begins with a SET that the console refuses. Thread-safe.
 */
final class AdminConsole implements AutoCloseable {
    /** PAUSE and the like answer when they are done. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String CONNECTION_LOST = "08006";

    private final int port;
    private final Login admin;
    private RawSession session;

    AdminConsole(int port, Login admin) {
        this.port = port;
        this.admin = admin;
    }

    /** The table of a command; one without a table gives one without columns. */
    Rows ask(String command) throws SQLException {
        return answer(command).rows();
    }

    synchronized Answer answer(String command) throws SQLException {
        try {
            if (session == null) session = RawSession.open(port, "pgbouncer", admin, PATIENCE, Map.of());
            return answer(session.query(command));
        } catch (IOException e) {
            close();
            throw new SQLException("the pooler does not answer: " + e.getMessage(), CONNECTION_LOST, e);
        }
    }

    private static Answer answer(List<RawMessage> answer) {
        List<String> columns = List.of();
        String notice = "";
        String tag = "";
        List<List<String>> rows = new ArrayList<>();
        for (RawMessage message : answer) {
            if (message.type() == 'T') columns = message.columns();
            if (message.type() == 'D') rows.add(message.values());
            if (message.type() == 'N') notice = notice(message.fields());
            if (message.type() == 'C') tag = new String(message.body(), 0, message.body().length - 1, StandardCharsets.UTF_8);
        }
        return new Answer(new Rows(columns, rows), notice, tag);
    }

    private static String notice(Map<Character, String> fields) {
        String detail = fields.getOrDefault('D', "");
        return fields.get('M') + (detail.isEmpty() ? "" : "\n" + detail.strip());
    }

    @Override
    public void close() {
        RawSession open = session;
        session = null;
        if (open != null) open.close();
    }
}
