package poollab.load;

import java.io.Serializable;
import java.time.Duration;

/**
 * What a client does about a failed request.
 *
 * @param limit most further attempts at one request, 0 for none
 * @param pause before each of them
 */
public record Retry(int limit, Duration pause) implements Serializable {
    /** The request has failed; the client goes on with its next one. */
    public static final Retry NONE = new Retry(0, Duration.ZERO);

    /** Again at once, until it succeeds or the load ends. */
    public static final Retry AT_ONCE = after(Duration.ZERO);

    public Retry {
        if (limit < 0 || pause.isNegative()) throw new IllegalArgumentException("retry " + limit + ", " + pause);
    }

    /** Again after a pause, until it succeeds or the load ends. */
    public static Retry after(Duration pause) {
        return new Retry(Integer.MAX_VALUE, pause);
    }
}
