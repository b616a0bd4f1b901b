package poollab.labs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Bench;
import poollab.bench.Sampler;
import poollab.bench.SeriesRecorder;
import poollab.bench.Unit;
import poollab.engine.Server;
import poollab.engine.Session;

/**
 * The application's sessions by state, as a series. Looks four times a second at most, over a connection and on a
 * thread of its own, so that neither the experiment nor its other looks wait for it.
 */
final class SessionWatch implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMillis(250);

    private final Server server;
    private final Connection observer;
    private final Predicate<Session> ours;
    private final SeriesRecorder series;
    private final Sampler sampler = new Sampler("session watch", EVERY, this::look);

    SessionWatch(Bench bench, Predicate<Session> ours) throws SQLException {
        this.server = bench.server();
        this.ours = ours;
        this.series = bench.series(
                "session-states", "The application's sessions on the server", Unit.COUNT,
                List.of("active", "idle", "idle in transaction"));
        this.observer = server.observe();
    }

    void begin() {
        sampler.begin();
    }

    private void look() throws SQLException {
        List<Session> own = server.sessions(observer).stream().filter(ours).toList();
        if (Thread.interrupted()) return;
        series.add(in(own, "active"), in(own, "idle"), in(own, "idle in transaction"));
    }

    /** An aborted transaction is an open one. */
    private static long in(List<Session> own, String state) {
        return own.stream().filter(session -> session.state().replace(" (aborted)", "").equals(state)).count();
    }

    /** Nothing is shown any more once this returns. */
    @Override
    public void close() throws SQLException {
        sampler.close();
        observer.close();
    }
}
