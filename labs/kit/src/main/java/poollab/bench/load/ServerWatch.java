package poollab.bench.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Outcome;
import poollab.bench.Sampler;
import poollab.bench.SeriesRecorder;
import poollab.bench.Unit;
import poollab.engine.EngineKind;
import poollab.engine.Server;
import poollab.engine.Session;

/** Looks at the server while a load runs, over the observer's connection and on a thread of its own. */
final class ServerWatch implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMillis(100);
    /** What an active backend waits for when it waits for nothing. */
    static final String WORKING = "nothing: it works";

    private static final String SERVER = "server";

    private static final List<Column> WAITS = List.of(
            new Column("active backends wait for", Unit.TEXT),
            new Column("seen", Unit.COUNT),
            new Column("share", Unit.RATIO));

    private static final String LOOK = """
            select coalesce(state, ''), coalesce(wait_event_type || ':' || wait_event, ''), count(*)
            from pg_stat_activity
            where backend_type = 'client backend' and usename = ? and pid <> pg_backend_pid()
            group by 1, 2
            """;

    private final Bench bench;
    private final Server server;
    private final String name;
    private final Connection observer;
    private final SeriesRecorder states;
    private final Sampler sampler;
    private final Map<String, Long> others;
    private final long backend;

    private final Map<String, Long> waits = new TreeMap<>();
    private long looks;
    private long inUse;
    private long peak;

    private boolean begun;
    private long begunAt;
    private long took;
    private Statements statements;
    private Map<String, Duration> times = new LinkedHashMap<>();
    private Map<String, Duration> timesBefore = new LinkedHashMap<>();
    private List<List<Object>> asked = List.of();
    private List<Session> sessions = List.of();

    ServerWatch(Bench bench, String name, Map<String, Long> others) throws SQLException {
        this.bench = bench;
        this.server = bench.server();
        this.name = name;
        this.others = Map.copyOf(others);
        this.observer = server.observe();
        this.backend = local() ? pid(observer) : 0;
        this.states = bench.series(
                name + ".backends", name + ": backends of the application", Unit.COUNT,
                List.of("active", "idle", "idle in transaction"));
        this.sampler = new Sampler("server watch", EVERY, this::look);
    }

    private boolean local() {
        return server.kind() == EngineKind.EMBEDDED;
    }

    private static long pid(Connection connection) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement("select pg_backend_pid()");
                ResultSet row = ask.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The load begins to count. */
    void begin() {
        statements = Statements.of(observer, server.application().role());
        timesBefore = times();
        begunAt = bench.nanos();
        begun = true;
        sampler.begin();
    }

    private Map<String, Duration> times() {
        Map<String, Duration> times = new LinkedHashMap<>();
        if (backend > 0) ProcessTimes.ofServer(backend).ifPresent(time -> times.put(SERVER, time));
        others.forEach((process, pid) -> ProcessTimes.of(pid).ifPresent(time -> times.put(process, time)));
        return times;
    }

    private void look() throws SQLException {
        long active = 0;
        long idle = 0;
        long inTransaction = 0;
        long all = 0;
        try (PreparedStatement ask = observer.prepareStatement(LOOK)) {
            ask.setString(1, server.application().role());
            ResultSet row = ask.executeQuery();
            while (row.next()) {
                long count = row.getLong(3);
                all += count;
                switch (row.getString(1)) {
                    case "active" -> {
                        active += count;
                        String event = row.getString(2);
                        waits.merge(event.isEmpty() ? WORKING : event, count, Long::sum);
                    }
                    case "idle" -> idle += count;
                    case "idle in transaction", "idle in transaction (aborted)" -> inTransaction += count;
                    default -> {}
                }
            }
        }
        looks++;
        inUse += active + inTransaction;
        peak = Math.max(peak, all);
        states.add(active, idle, inTransaction);
    }

    /** The load is over; its connections are still there. */
    void end() {
        if (!begun) return;
        sampler.close();
        took = bench.nanos() - begunAt;
        times = times();
        asked = Statements.of(observer, server.application().role()).since(statements);
        try {
            sessions = server.sessions(observer).stream()
                    .filter(session -> session.role().equals(server.application().role()))
                    .toList();
        } catch (SQLException e) {
            // The server is gone.
        }
    }

    void record() {
        if (looks == 0) return;
        bench.figureOf(name, "backends-peak", "most backends seen at once", peak, Unit.COUNT);
        bench.figureOf(name, "backends-busy", "backends at work or in a transaction, mean", (double) inUse / looks, Unit.COUNT);
        bench.figureOf(name, "looks", "looks at the server", looks, Unit.COUNT);
        times.forEach((process, time) -> {
            Duration before = timesBefore.get(process);
            if (before != null)
                bench.figureOf(name, "cpu." + process, "processors kept busy by the " + process,
                        LoadRecord.busy(time.minus(before), Duration.ofNanos(took)), Unit.COUNT);
        });
        bench.event(name, Outcome.NOTE, summary());
        memory();
        if (!waits.isEmpty()) bench.table(name + ".waits", name + ": what the server waits for", WAITS, waitRows(), "seen");
        if (!asked.isEmpty())
            bench.table(name + ".statements", name + ": statements as the server counted them", Statements.COLUMNS, asked, null);
        else bench.event(name, Outcome.NOTE, "pg_stat_statements tells nothing: not installed, or no statement came through.");
    }

    /** What is on the screen without any table. */
    private String summary() {
        String text = "on the server: " + Unit.COUNT.format((double) inUse / looks) + " backends busy, mean";
        Duration before = timesBefore.get(SERVER);
        Duration after = times.get(SERVER);
        if (before != null && after != null)
            text += "; processors: " + Unit.COUNT.format(LoadRecord.busy(after.minus(before), Duration.ofNanos(took)));
        long all = waits.values().stream().mapToLong(Long::longValue).sum();
        return text + waits().entrySet().stream().findFirst()
                .map(wait -> "; they wait most for " + wait.getKey() + ", " + Unit.PERCENT.format(Math.round(100.0 * wait.getValue() / all)))
                .orElse("");
    }

    private void memory() {
        long[] bytes = sessions.stream().map(Session::memoryBytes).filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong).sorted().toArray();
        if (bytes.length > 0)
            bench.figureOf(name, "backend-memory", "memory of a backend, median", bytes[bytes.length / 2], Unit.BYTES);
        else if (!sessions.isEmpty())
            bench.event(name, Outcome.NOTE, "The memory of backends cannot be seen from here (it can on Linux, embedded).");
    }

    private List<List<Object>> waitRows() {
        long all = waits.values().stream().mapToLong(Long::longValue).sum();
        return waits().entrySet().stream()
                .map(wait -> List.<Object>of(wait.getKey(), wait.getValue(), (double) wait.getValue() / all))
                .toList();
    }

    /** After the end: how often each was seen, the most frequent first. */
    Map<String, Long> waits() {
        Map<String, Long> sorted = new LinkedHashMap<>();
        waits.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(wait -> sorted.put(wait.getKey(), wait.getValue()));
        return sorted;
    }

    @Override
    public void close() throws SQLException {
        sampler.close();
        observer.close();
    }
}
