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
import poollab.bench.Sampler;

/** Looks up to ten times a second at certain backends: how many there are, and what the active ones wait for. */
final class Activity implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMillis(100);
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
    private final Sampler sampler = new Sampler("activity", EVERY, this::look);
    private long most;

    private Activity(Bench bench, List<String> applications) throws SQLException {
        observer = bench.server().observe();
        this.applications = applications.toArray(String[]::new);
    }

    /** @param applications names of the applications whose backends are counted */
    static Activity begin(Bench bench, List<String> applications) throws SQLException {
        Activity activity = new Activity(bench, applications);
        activity.sampler.begin();
        return activity;
    }

    private synchronized void look() throws SQLException {
        long all = 0;
        try (PreparedStatement ask = observer.prepareStatement(LOOK)) {
            ask.setArray(1, observer.createArrayOf("text", applications));
            ResultSet row = ask.executeQuery();
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
        sampler.close();
        observer.close();
    }
}
