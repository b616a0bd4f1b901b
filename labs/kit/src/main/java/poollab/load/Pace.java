package poollab.load;

import java.io.Serializable;
import java.time.Duration;

/** When requests begin. */
public sealed interface Pace extends Serializable {
    /** Each client's next request begins so long after its last one ended: the slower the answers, the fewer requests. */
    record Closed(Duration think) implements Pace {
        public Closed {
            if (think.isNegative()) throw new IllegalArgumentException("think time " + think);
        }
    }

    /**
     * Requests of all clients together arrive at a fixed rate, whatever the answers take. The next free client serves the
     * next arrival; when none is free, arrivals wait and their latency grows.
     *
     * @param perSecond more than 0
     */
    record Open(double perSecond) implements Pace {
        public Open {
            if (!(perSecond > 0)) throw new IllegalArgumentException("arrivals per second: " + perSecond);
        }
    }
}
