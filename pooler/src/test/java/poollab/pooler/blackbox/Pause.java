package poollab.pooler.blackbox;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting in tests. */
final class Pause {
    private Pause() {}

    static void millis(long millis) {
        try {
            Thread.sleep(Duration.ofMillis(millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Waits for something that must come to be so, and fails with its name when it does not. */
    static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("it did not come to be: " + what);
            }
            millis(50);
        }
    }
}
