package poollab.pooler.session;

/** How often a pool's clients waited how long until they got a server connection. */
public final class Waits {
    /** In microseconds. */
    private static final long[] BOUNDS = {
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
        1_000_000, 2_500_000, 5_000_000, 10_000_000, 30_000_000, 60_000_000};

    private final long[] counts = new long[BOUNDS.length + 1];

    void add(long micros) {
        int at = 0;
        while (at < BOUNDS.length && micros > BOUNDS[at]) at++;
        counts[at]++;
    }

    public static long[] bounds() {
        return BOUNDS.clone();
    }

    /** How many waits were above the bound before and up to this one; the last count is of those above all bounds. */
    public long[] counts() {
        return counts.clone();
    }
}
