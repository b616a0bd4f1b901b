package poollab.pooler.blackbox;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How often what happened in a soak. */
final class SoakTally {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    void count(String what) {
        counts.computeIfAbsent(what, _ -> new LongAdder()).increment();
    }

    long of(String what) {
        LongAdder count = counts.get(what);
        return count == null ? 0 : count.sum();
    }

    /** A line for each, by name. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(counts).forEach((what, count) -> text.append(String.format("%9d  %s%n", count.sum(), what)));
        return text.toString();
    }
}
