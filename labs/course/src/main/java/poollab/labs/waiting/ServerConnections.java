package poollab.labs.waiting;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.engine.Session;

/** SHOW SERVERS beside what the server itself says of the same backends. */
final class ServerConnections {
    private static final List<Column> COLUMNS = List.of(
            new Column("remote_pid", Unit.TEXT),
            new Column("pooler", Unit.TEXT),
            new Column("application_name", Unit.TEXT),
            new Column("server", Unit.TEXT),
            new Column("last statement", Unit.TEXT));

    private final Bench bench;
    private final LabPooler pooler;

    ServerConnections(Bench bench, LabPooler pooler) {
        this.bench = bench;
        this.pooler = pooler;
    }

    /** Looks once: a table, and the figures {@code OF.active} and {@code OF.idle-in-transaction}. */
    void record(String of) throws SQLException {
        List<Map<String, String>> servers = pooler.show("servers").named();
        List<Session> sessions;
        try (Connection observer = bench.server().observe()) {
            sessions = bench.server().sessions(observer);
        }
        List<List<Object>> rows = servers.stream().map(server -> row(server, behind(server, sessions))).toList();
        bench.table(of + ".servers", "SHOW SERVERS, and the server's own word", COLUMNS, rows, null);
        count(of, "active", "server connections at work", servers, sessions, "active");
        count(of, "idle-in-transaction", "server connections idle in transaction", servers, sessions, "idle in transaction");
    }

    private void count(
            String of, String name, String title, List<Map<String, String>> servers, List<Session> sessions, String state) {
        long many = servers.stream()
                .filter(server -> behind(server, sessions).filter(session -> session.state().equals(state)).isPresent())
                .count();
        bench.figureOf(of, name, title, many, Unit.COUNT);
    }

    private static Optional<Session> behind(Map<String, String> server, List<Session> sessions) {
        int pid = Integer.parseInt(server.get("remote_pid"));
        return sessions.stream().filter(session -> session.pid() == pid).findFirst();
    }

    private static List<Object> row(Map<String, String> server, Optional<Session> session) {
        return List.of(
                server.get("remote_pid"),
                server.get("state"),
                server.get("application_name"),
                session.map(Session::state).orElse("gone"),
                session.map(s -> s.query().strip().replaceAll("\\s+", " ")).orElse("–"));
    }
}
