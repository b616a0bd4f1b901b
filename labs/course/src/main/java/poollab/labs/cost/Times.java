package poollab.labs.cost;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Durations of the same thing done again and again, in milliseconds. */
final class Times {
    private final List<Double> millis = new ArrayList<>();

    void add(double ms) {
        millis.add(ms);
    }

    int count() {
        return millis.size();
    }

    /** A stall of a busy machine hits few of them; the median is what it takes. */
    double median() {
        List<Double> sorted = new ArrayList<>(millis);
        Collections.sort(sorted);
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
