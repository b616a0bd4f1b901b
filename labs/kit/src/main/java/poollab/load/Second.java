package poollab.load;

import java.io.Serializable;

/**
 * What ended within one second of a load.
 *
 * @param number from 1, counted from the end of the warm-up
 * @param seconds its length: 1, or less for the last one
 * @param errors failed attempts
 * @param latency of the successful requests
 */
public record Second(int number, double seconds, long errors, Durations latency) implements Serializable {
    public double perSecond() {
        return latency.count() / seconds;
    }

    /** The same second of two processes. */
    public Second plus(Second other) {
        return new Second(number, Math.max(seconds, other.seconds), errors + other.errors, latency.plus(other.latency));
    }
}
