package poollab.clientpool;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.postgresql.PGConnection;

/**
 * Whoever cuts connections also asks the server to stop the statements they run: else it goes on until it wants to send an answer.
 * Each such request costs the server a process, so hundreds are not asked for at the end of everything.
 */
final class Courtesy {
    /** So long it lasts. */
    static final Duration TIME = Duration.ofSeconds(1);

    private final LongSupplier nanoTime;
    private final long begun;

    Courtesy(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
    }

    void stopStatement(Connection physical) {
        if (nanoTime.getAsLong() - begun >= TIME.toNanos()) return;
        try {
            if (physical.isWrapperFor(PGConnection.class)) physical.unwrap(PGConnection.class).cancelQuery();
        } catch (SQLException | RuntimeException e) {
            // A server that is gone runs nothing any more.
        }
    }
}
