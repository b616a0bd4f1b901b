package poollab.monitoring;

import java.time.Duration;
import java.util.List;

/** PromQL, as far as it goes here. {@link PromQl} reads it. */
public sealed interface Expression permits Expression.Number, Expression.Selector, Expression.Growth, Expression.Absent,
        Expression.Aggregation, Binary {
    /** What it comes to at a time. */
    Value at(SeriesStore store, long at);

    /** A number as it stands there. */
    record Number(double number) implements Expression {
        @Override
        public Value at(SeriesStore store, long at) {
            return new Value.Scalar(number);
        }
    }

    /** Series by name and labels. */
    record Selector(String name, List<LabelMatcher> matchers) implements Expression {
        @Override
        public Value.Vector at(SeriesStore store, long at) {
            return new Value.Vector(store.at(at, name, matchers));
        }
    }

    /** {@code increase(counter[1m])}, or {@code rate}: the same for each second. */
    record Growth(Selector counter, Duration range, boolean perSecond) implements Expression {
        @Override
        public Value at(SeriesStore store, long at) {
            return Counter.growth(store, counter, range.toMillis(), perSecond, at);
        }
    }

    /** {@code absent(v)}: 1 when there is no such series. */
    record Absent(Selector selector) implements Expression {
        @Override
        public Value at(SeriesStore store, long at) {
            if (!selector.at(store, at).samples().isEmpty()) return new Value.Vector(List.of());
            String[] known = selector.matchers().stream()
                    .filter(matcher -> matcher.kind() == LabelMatcher.Kind.EQUAL)
                    .flatMap(matcher -> List.of(matcher.label(), matcher.value()).stream())
                    .toArray(String[]::new);
            return new Value.Vector(List.of(new Sample("", Labels.of(known), 1)));
        }
    }

    /** {@code sum by (database) (v)}. */
    record Aggregation(Aggregator how, List<String> by, Expression of) implements Expression {
        @Override
        public Value at(SeriesStore store, long at) {
            return how.of(PromQl.vector(of.at(store, at)), by);
        }
    }
}
