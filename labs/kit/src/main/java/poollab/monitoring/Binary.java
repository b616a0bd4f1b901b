package poollab.monitoring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import poollab.bench.BadInput;

/**
 * Two expressions with an operator between them. Series of both sides belong together when all their labels are equal.
 *
 * @param on the labels that decide instead, where it says so
 */
public record Binary(Operator operator, Expression left, Expression right, Optional<List<String>> on)
        implements Expression {
    @Override
    public Value at(SeriesStore store, long at) {
        Value a = left.at(store, at);
        Value b = right.at(store, at);
        if (operator.isOfSets()) return sets(PromQl.vector(a), PromQl.vector(b));
        if (a instanceof Value.Scalar(double x) && b instanceof Value.Scalar(double y)) return new Value.Scalar(numbers(x, y));
        if (b instanceof Value.Scalar(double y)) return each(PromQl.vector(a), y);
        if (a instanceof Value.Scalar(double x)) return each(x, PromQl.vector(b));
        return oneToOne(PromQl.vector(a), PromQl.vector(b));
    }

    private double numbers(double x, double y) {
        if (operator.compares())
            throw new BadInput("two numbers are compared with " + operator.sign, "Compare a metric with a number.");
        return operator.of(x, y);
    }

    private Value each(Value.Vector vector, double y) {
        if (!operator.compares()) return vector.nameless(x -> operator.of(x, y));
        return new Value.Vector(vector.samples().stream().filter(sample -> operator.holds(sample.value(), y)).toList());
    }

    private Value each(double x, Value.Vector vector) {
        if (!operator.compares()) return vector.nameless(y -> operator.of(x, y));
        return new Value.Vector(vector.samples().stream().filter(sample -> operator.holds(x, sample.value())).toList());
    }

    private Value sets(Value.Vector a, Value.Vector b) {
        Set<Labels> lefts = keys(a);
        Set<Labels> rights = keys(b);
        List<Sample> kept = new ArrayList<>();
        for (Sample sample : a.samples()) {
            boolean matched = rights.contains(key(sample));
            if (operator == Operator.OR || matched == (operator == Operator.AND)) kept.add(sample);
        }
        if (operator == Operator.OR)
            b.samples().stream().filter(sample -> !lefts.contains(key(sample))).forEach(kept::add);
        return new Value.Vector(kept);
    }

    private Set<Labels> keys(Value.Vector vector) {
        Set<Labels> keys = new HashSet<>();
        vector.samples().forEach(sample -> keys.add(key(sample)));
        return keys;
    }

    private Labels key(Sample sample) {
        return on.map(names -> sample.labels().only(names)).orElse(sample.labels());
    }

    private Value oneToOne(Value.Vector a, Value.Vector b) {
        Map<Labels, Sample> rights = unique(b, "right");
        unique(a, "left");
        List<Sample> made = new ArrayList<>();
        for (Sample x : a.samples()) {
            Sample y = rights.get(key(x));
            if (y == null) continue;
            if (!operator.compares()) made.add(new Sample("", key(x), operator.of(x.value(), y.value())));
            else if (operator.holds(x.value(), y.value())) made.add(on.isPresent() ? new Sample(x.name(), key(x), x.value()) : x);
        }
        return new Value.Vector(made);
    }

    private Map<Labels, Sample> unique(Value.Vector vector, String side) {
        Map<Labels, Sample> found = new HashMap<>();
        for (Sample sample : vector.samples())
            if (found.put(key(sample), sample) != null)
                throw new BadInput(
                        "several series on the " + side + " of " + operator.sign + " have the labels " + key(sample),
                        "Sum them up first: sum by (…) (…).");
        return found;
    }
}
