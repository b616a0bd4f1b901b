package poollab.labs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import poollab.bench.Bench;
import poollab.bench.SeriesRecorder;
import poollab.bench.Unit;
import poollab.engine.Server;
import poollab.engine.Session;

/**
 * The application's sessions by state, as a series. Looks four times a second at most, over a connection and on a
 * thread of its own, so that neither the experiment nor its other looks wait for it.
 */
final class SessionWatch implements AutoCloseable {
    private static final long LOOK_MS = 250;
    /** It rests so many times as long as a look takes: with many sessions it must not become part of the load. */
    private static final long REST = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Server server;
    private final Connection observer;
    private final Predicate<Session> ours;
    private final SeriesRecorder series;
    private final Thread looking = Thread.ofPlatform().name("session watch").daemon().unstarted(this::look);

    SessionWatch(Bench bench, Predicate<Session> ours) throws SQLException {
        this.server = bench.server();
        this.ours = ours;
        this.series = bench.series(
                "session-states", "The application's sessions on the server", Unit.COUNT,
                List.of("active", "idle", "idle in transaction"));
        this.observer = server.observe();
    }

    void begin() {
        looking.start();
    }

    private void look() {
        try {
            while (true) {
                long begin = System.nanoTime();
                List<Session> own = server.sessions(observer).stream().filter(ours).toList();
                if (Thread.interrupted()) return;
                series.add(in(own, "active"), in(own, "idle"), in(own, "idle in transaction"));
                Thread.sleep(Math.max(LOOK_MS, REST * (System.nanoTime() - begin) / 1_000_000));
            }
        } catch (InterruptedException | SQLException e) {
            // The run is over, or its server is: the experiment says so itself.
        }
    }

    /** An aborted transaction is an open one. */
    private static long in(List<Session> own, String state) {
        return own.stream().filter(session -> session.state().replace(" (aborted)", "").equals(state)).count();
    }

    /** Nothing is shown any more once this returns. */
    @Override
    public void close() throws SQLException {
        looking.interrupt();
        try {
            looking.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        observer.close();
    }
}
