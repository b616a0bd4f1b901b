package poollab.monitoring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** What makes one number of many. */
enum Aggregator {
    SUM(DoubleStream::sum),
    MAX(numbers -> numbers.max().orElseThrow()),
    MIN(numbers -> numbers.min().orElseThrow()),
    COUNT(DoubleStream::count);

    private final ToDoubleFunction<DoubleStream> how;

    Aggregator(ToDoubleFunction<DoubleStream> how) {
        this.how = how;
    }

    /** One number for each set of values that these labels have. */
    Value.Vector of(Value.Vector vector, List<String> by) {
        Map<Labels, List<Sample>> groups = new LinkedHashMap<>();
        for (Sample sample : vector.samples())
            groups.computeIfAbsent(sample.labels().only(by), _ -> new ArrayList<>()).add(sample);
        List<Sample> made = new ArrayList<>();
        groups.forEach((labels, group) ->
                made.add(new Sample("", labels, how.applyAsDouble(group.stream().mapToDouble(Sample::value)))));
        return new Value.Vector(made);
    }
}
