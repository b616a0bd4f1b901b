package poollab.labs.sizing;

import java.util.Map;
import poollab.bench.Words;

/** PostgreSQL's wait events, put together by what a learner can do about them. */
enum Wait {
    /** It runs, or is ready to and has no processor. */
    WORKING("nothing"),
    /** A row that another transaction has written, or its place in the queue for it. */
    LOCK("Lock:"),
    /** Short locks around shared memory. */
    LWLOCK("LWLock:"),
    /** The disk: at a commit, the write-ahead log. */
    IO("IO:"),
    OTHER("");

    private final String prefix;

    Wait(String prefix) {
        this.prefix = prefix;
    }

    private static Wait of(String event) {
        for (Wait wait : values()) if (event.startsWith(wait.prefix)) return wait;
        throw new AssertionError("OTHER takes all");
    }

    /** 0 to 1; 0 when nothing was seen. */
    double share(Map<String, Long> seen) {
        long all = seen.values().stream().mapToLong(Long::longValue).sum();
        long mine = seen.entrySet().stream()
                .filter(event -> of(event.getKey()) == this)
                .mapToLong(Map.Entry::getValue)
                .sum();
        return all == 0 ? 0 : (double) mine / all;
    }

    @Override
    public String toString() {
        return Words.of(this);
    }
}
