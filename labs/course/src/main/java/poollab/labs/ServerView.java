package poollab.labs;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Unit;
import poollab.engine.Session;

/** The observer's eye on the server: what its sessions do, as a DBA would look at it. */
public final class ServerView {
    private static final List<Column> COLUMNS = List.of(
            new Column("pid", Unit.TEXT),
            new Column("state", Unit.TEXT),
            new Column("waits for", Unit.TEXT),
            new Column("blocked by", Unit.TEXT),
            new Column("query", Unit.TEXT));

    private final Bench bench;
    private final Connection observer;
    private final Predicate<Session> ours;

    /** @param application the application's name; sessions under other names are not counted as its own */
    public ServerView(Bench bench, String application) throws SQLException {
        this(bench, session -> session.application().equals(application));
    }

    public ServerView(Bench bench, Predicate<Session> ours) throws SQLException {
        this.bench = bench;
        this.observer = bench.lend(bench.server().observe());
        this.ours = ours;
    }

    /** All client sessions now, other applications' too. */
    public List<Session> all() throws SQLException {
        return bench.server().sessions(observer);
    }

    /** The application's sessions now. */
    public List<Session> own() throws SQLException {
        return all().stream().filter(ours).toList();
    }

    /** Looks again and again until the run ends: the series {@code session-states}. */
    public void watch() throws SQLException {
        bench.lend(new SessionWatch(bench, ours)).begin();
    }

    /**
     * Looks once and records a table and the figures {@code sessions}, {@code sessions.idle}, {@code sessions.active},
     * {@code sessions.idle-in-transaction}, {@code sessions.in-transaction}, {@code sessions.written},
     * {@code sessions.waiting-for-lock} and {@code blockers.outside}.
     */
    public void record() throws SQLException {
        List<Session> all = all();
        List<Session> own = all.stream().filter(ours).toList();
        bench.table("server", "What the server sees", COLUMNS, all.stream().map(this::row).toList(), null);
        bench.figure("sessions", "sessions of the application", own.size(), Unit.COUNT);
        figure("sessions.idle", "idle", own, s -> s.state().equals("idle"));
        figure("sessions.active", "active", own, s -> s.state().equals("active"));
        figure("sessions.idle-in-transaction", "idle in transaction", own, s -> s.state().equals("idle in transaction"));
        figure("sessions.in-transaction", "with an open transaction", own, Session::openTransaction);
        figure("sessions.written", "with a transaction that has written", own, Session::writes);
        figure("sessions.waiting-for-lock", "waiting for a lock", own, s -> s.waitEvent().startsWith("Lock"));
        bench.figure("blockers.outside", "sessions elsewhere that block them", outside(own).size(), Unit.COUNT);
    }

    private void figure(String id, String title, List<Session> own, Predicate<Session> which) {
        bench.figure(id, "  " + title, own.stream().filter(which).count(), Unit.COUNT);
    }

    /** Sessions that hold up the application without belonging to it. */
    private static Set<Integer> outside(List<Session> own) {
        Set<Integer> blockers = new HashSet<>();
        for (Session session : own) blockers.addAll(session.blockedBy());
        for (Session session : own) blockers.remove(session.pid());
        return blockers;
    }

    private List<Object> row(Session session) {
        String whose = ours.test(session) ? "" : session.application() + ": ";
        String query = whose + session.query().strip().replaceAll("\\s+", " ");
        return new ArrayList<>(Arrays.asList(
                String.valueOf(session.pid()),
                session.state(),
                session.waitEvent().isEmpty() ? "–" : session.waitEvent().replace("Client:", ""),
                blockers(session.blockedBy()),
                query));
    }

    private static String blockers(List<Integer> pids) {
        if (pids.isEmpty()) return "–";
        return pids.getFirst() + (pids.size() == 1 ? "" : " +" + (pids.size() - 1));
    }
}
