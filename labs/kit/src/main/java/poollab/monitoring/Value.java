package poollab.monitoring;

import java.util.List;
import java.util.function.UnaryOperator;

/** What an expression comes to: a number, or a number for each of several series. */
public sealed interface Value {
    /** One number. */
    record Scalar(double number) implements Value {}

    /** A number for each series; a name is empty where arithmetic has left nothing that the name would fit. */
    record Vector(List<Sample> samples) implements Value {
        public Vector {
            samples = List.copyOf(samples);
        }

        Vector nameless(UnaryOperator<Double> change) {
            return new Vector(samples.stream()
                    .map(sample -> new Sample("", sample.labels(), change.apply(sample.value())))
                    .toList());
        }
    }
}
