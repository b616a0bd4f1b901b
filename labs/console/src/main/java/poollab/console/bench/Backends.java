package poollab.console.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import poollab.engine.Server;

/** Counts a role's sessions at the server again and again, and keeps the highest count. */
final class Backends implements AutoCloseable {
    private static final long PAUSE_MS = 50;
    private static final String COUNT =
            "select count(*) from pg_stat_activity where backend_type = 'client backend' and usename = ?";

    private final Connection observer;
    private final String role;
    private final Thread thread;
    private volatile boolean ended;
    private volatile int most;

    Backends(Server server, String role) throws SQLException {
        this.observer = server.observe();
        this.role = role;
        this.thread = Thread.ofPlatform().daemon().name("backends of " + role).start(this::watch);
    }

    private void watch() {
        try (PreparedStatement count = observer.prepareStatement(COUNT)) {
            count.setString(1, role);
            while (!ended) {
                try (ResultSet row = count.executeQuery()) {
                    row.next();
                    most = Math.max(most, row.getInt(1));
                }
                Thread.sleep(PAUSE_MS);
            }
        } catch (SQLException | InterruptedException e) {
            // The server is being closed, and this with it.
        }
    }

    int most() {
        return most;
    }

    @Override
    public void close() throws SQLException {
        ended = true;
        try {
            thread.join(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        observer.close();
    }
}
