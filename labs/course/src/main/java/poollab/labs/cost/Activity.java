package poollab.labs.cost;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import poollab.bench.Bench;

/** Looks ten times a second at certain backends: how many there are, and what the active ones wait for. */
final class Activity implements AutoCloseable {
    private static final long LOOK_MS = 100;
    /** It rests so many times as long as a look takes: with many sessions it must not become part of the load. */
    private static final long REST = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String LOOK = """
            select case when state <> 'active' then ''
                        else coalesce(wait_event_type || ':' || wait_event, 'nothing: it works') end,
                   count(*)
            from pg_stat_activity where application_name = any(?)
            group by 1
            """;

    private final Connection observer;
    private final String[] applications;
    private final Map<String, Long> waits = new TreeMap<>();
    private final Thread looking = Thread.ofPlatform().daemon().name("activity").unstarted(this::look);
    private long most;

    private Activity(Bench bench, List<String> applications) throws SQLException {
        observer = bench.server().observe();
        this.applications = applications.toArray(String[]::new);
    }

    /** @param applications names of the applications whose backends are counted */
    static Activity begin(Bench bench, List<String> applications) throws SQLException {
        Activity activity = new Activity(bench, applications);
        activity.looking.start();
        return activity;
    }

    private void look() {
        try (PreparedStatement ask = observer.prepareStatement(LOOK)) {
            ask.setArray(1, observer.createArrayOf("text", applications));
            while (!Thread.interrupted()) {
                long begin = System.nanoTime();
                once(ask);
                Thread.sleep(Math.max(LOOK_MS, REST * (System.nanoTime() - begin) / 1_000_000));
            }
        } catch (InterruptedException | SQLException e) {
            // The load is over, or its server is: the load says so.
        }
    }

    private synchronized void once(PreparedStatement ask) throws SQLException {
        long all = 0;
        try (ResultSet row = ask.executeQuery()) {
            while (row.next()) {
                all += row.getLong(2);
                if (!row.getString(1).isEmpty()) waits.merge(row.getString(1), row.getLong(2), Long::sum);
            }
        }
        most = Math.max(most, all);
    }

    /** The most backends seen at once. */
    synchronized long most() {
        return most;
    }

    /** How often an active backend was seen to wait for what. */
    synchronized Map<String, Long> waits() {
        return Map.copyOf(waits);
    }

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
