package poollab.pooler;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/** The pooler's time. */
final class Clock {
    private Clock() {}

    /** Microseconds since 1970. Never goes back, whatever is done to the system's clock. */
    static LongSupplier microseconds() {
        long wall = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        long start = System.nanoTime();
        return () -> wall + (System.nanoTime() - start) / 1000;
    }
}
