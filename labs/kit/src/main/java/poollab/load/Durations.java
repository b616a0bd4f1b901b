package poollab.load;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Many durations as a compressed HdrHistogram of microseconds with three significant digits. Two of them add up without
 * loss. Small: a second's worth is some kilobytes.
 */
public final class Durations implements Serializable {
    static final int DIGITS = 3;
    /** Longer ones count as this: an hour. */
    static final long MOST_MICROS = 3_600_000_000L;

    private final byte[] encoded;

    private Durations(byte[] encoded) {
        this.encoded = encoded;
    }

    static Durations of(Histogram micros) {
        ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.encodeIntoCompressedByteBuffer(buffer);
        return new Durations(Arrays.copyOf(buffer.array(), length));
    }

    static Histogram empty() {
        return new Histogram(MOST_MICROS, DIGITS);
    }

    /** A copy, in microseconds. */
    public Histogram histogram() {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), MOST_MICROS);
        } catch (DataFormatException e) {
            throw new IllegalStateException("not a histogram", e);
        }
    }

    public Durations plus(Durations other) {
        Histogram sum = histogram();
        sum.add(other.histogram());
        return of(sum);
    }

    public long count() {
        return histogram().getTotalCount();
    }

    /** @param percentile 0 to 100; 0 ms when there is no duration */
    public double percentileMs(double percentile) {
        Histogram micros = histogram();
        return micros.getTotalCount() == 0 ? 0 : micros.getValueAtPercentile(percentile) / 1e3;
    }

    public double meanMs() {
        return histogram().getMean() / 1e3;
    }
}
