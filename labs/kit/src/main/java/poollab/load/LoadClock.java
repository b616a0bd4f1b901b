package poollab.load;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The time a load lives by. */
public interface LoadClock {
    LoadClock SYSTEM = over(System::nanoTime);

    /** A moving count of nanoseconds; only differences mean something. */
    long nanos();

    /** Returns at once when that moment is past. */
    void sleepUntil(long nanos) throws InterruptedException;

    /** Measures by another count of real nanoseconds, and really sleeps. */
    static LoadClock over(LongSupplier nanoTime) {
        return new LoadClock() {
            @Override
            public long nanos() {
                return nanoTime.getAsLong();
            }

            @Override
            public void sleepUntil(long nanos) throws InterruptedException {
                for (long left = nanos - nanos(); left > 0; left = nanos - nanos()) TimeUnit.NANOSECONDS.sleep(left);
            }
        };
    }
}
