package poollab.labs.monitoring;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import poollab.engine.Server;
import poollab.monitoring.Labels;
import poollab.monitoring.Sample;

/** What postgres_exporter tells of the server, as far as the lab's rules need it. */
final class ServerMetrics implements Target {
    // tag::activity[]
    private static final String ACTIVITY = """
            select state, count(pid)
            from unnest(array['active', 'idle', 'idle in transaction',
                'idle in transaction (aborted)', 'fastpath function call',
                'disabled']) state
            left join (select * from pg_stat_activity
                where backend_type = 'client backend'
                and datname = current_database()) sessions using (state)
            group by state""";
    // end::activity[]
    private static final String SETTINGS =
            "select name, setting from pg_settings where name in ('max_connections', 'superuser_reserved_connections')";

    private final Server server;
    private Connection observer;

    ServerMetrics(Server server) {
        this.server = server;
    }

    @Override
    public String job() {
        return "postgres";
    }

    @Override
    public List<Sample> scrape() {
        List<Sample> samples = new ArrayList<>();
        try {
            if (observer == null) observer = server.observe();
            ask(samples);
            samples.add(new Sample("pg_up", Labels.NONE, 1));
            return samples;
        } catch (SQLException e) {
            close();
            return List.of(new Sample("pg_up", Labels.NONE, 0));
        }
    }

    private void ask(List<Sample> samples) throws SQLException {
        try (Statement statement = observer.createStatement()) {
            try (ResultSet rows = statement.executeQuery(ACTIVITY)) {
                while (rows.next())
                    samples.add(new Sample(
                            "pg_stat_activity_count", Labels.of("datname", server.database(), "state", rows.getString(1)),
                            rows.getLong(2)));
            }
            try (ResultSet rows = statement.executeQuery(SETTINGS)) {
                while (rows.next()) samples.add(new Sample("pg_settings_" + rows.getString(1), Labels.NONE, rows.getLong(2)));
            }
        }
    }

    @Override
    public void close() {
        try {
            if (observer != null) observer.close();
        } catch (SQLException e) {
            // It was broken already.
        }
        observer = null;
    }
}
