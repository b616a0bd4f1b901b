package poollab.labs.cost;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The same thing measured again and again: durations in milliseconds, or rates per second. */
final class Times {
    private final List<Double> values = new ArrayList<>();

    void add(double value) {
        values.add(value);
    }

    int count() {
        return values.size();
    }

    double least() {
        return Collections.min(values);
    }

    double most() {
        return Collections.max(values);
    }

    /** A stall of a busy machine hits few of them; the median is what it takes. */
    double median() {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
