package poollab.labs.overload;

import java.time.Duration;
import poollab.load.Retry;

/** What a client does about a refused request. */
enum OnError {
    /** The request has failed; the next one follows. */
    FAIL(Retry.NONE),
    RETRY(Retry.AT_ONCE),
    RETRY_LATER(Retry.after(Duration.ofMillis(100)));

    final Retry retry;

    OnError(Retry retry) {
        this.retry = retry;
    }
}
