package poollab.bench;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Something a run saw. The stream of these feeds the live view, the charts, the graders and the book. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Observation.Event.class, name = "event"),
    @JsonSubTypes.Type(value = Observation.Figure.class, name = "figure"),
    @JsonSubTypes.Type(value = Observation.Table.class, name = "table"),
    @JsonSubTypes.Type(value = Observation.Series.class, name = "series"),
    @JsonSubTypes.Type(value = Observation.Histogram.class, name = "histogram"),
    @JsonSubTypes.Type(value = Observation.Curves.class, name = "curves")
})
public sealed interface Observation {
    /** Unique within the run. */
    String id();

    /** How an event went for its actor. */
    enum Outcome {
        OK,
        FAILED,
        NOTE;

        @Override
        public String toString() {
            return Words.of(this);
        }
    }

    /**
     * Something happened.
     *
     * @param atMs milliseconds since the run began
     * @param actor who: {@code request 3}, {@code warehouse job}
     */
    record Event(String id, double atMs, String actor, Outcome outcome, String text) implements Observation {}

    /**
     * One measured number.
     *
     * @param of which of the things that the run compares it belongs to; null when the run compares nothing. Figures of
     *     the same title stand side by side
     */
    record Figure(String id, String title, String of, double value, Unit unit) implements Observation {
        public String formatted() {
            return unit.format(value);
        }
    }

    /**
     * Rows of values: numbers, texts or null.
     *
     * @param chart the numeric column a bar chart shows, null for no chart; the first column labels the bars
     */
    record Table(String id, String title, List<Column> columns, List<List<Object>> rows, String chart)
            implements Observation {
        public Table {
            columns = List.copyOf(columns);
            // Rows may hold nulls, which List.copyOf refuses.
            rows = rows.stream().map(row -> Collections.unmodifiableList(new ArrayList<>(row))).toList();
        }

        /** All values of one column, from top to bottom. */
        public List<Object> column(String name) {
            int index = columns.stream().map(Column::name).toList().indexOf(name);
            if (index < 0) throw new IllegalArgumentException("table " + id + " has no column " + name);
            List<Object> values = new ArrayList<>();
            for (List<Object> row : rows) values.add(row.get(index));
            return values;
        }
    }

    /** A column's heading and what its numbers mean. */
    record Column(String name, Unit unit) {}

    /**
     * Figures over time. They hold from their point until the next one.
     *
     * @param lines the names of the figures; each point has one value for each
     */
    record Series(String id, String title, Unit unit, List<String> lines, List<Point> points) implements Observation {
        public Series {
            lines = List.copyOf(lines);
            points = List.copyOf(points);
        }
    }

    /** @param atMs milliseconds since the run began */
    record Point(double atMs, List<Double> values) {
        public Point {
            values = List.copyOf(values);
        }
    }

    /** Many durations, in milliseconds, summed up by percentiles. */
    record Histogram(String id, String title, long count, double min, double p50, double p95, double p99, double max)
            implements Observation {}

    /** A figure as it depends on another: throughput on pool size. */
    record Curves(String id, String title, Axis x, Axis y, List<Curve> curves) implements Observation {
        public Curves {
            curves = List.copyOf(curves);
        }
    }

    /** What is drawn along one side of a chart. */
    record Axis(String name, Unit unit) {}

    /**
     * @param simulated whether a model drew it; it is then called so wherever it is shown
     * @param dots from left to right, all coordinates above 0
     */
    record Curve(String name, boolean simulated, List<Dot> dots) {
        public Curve {
            dots = List.copyOf(dots);
        }

        /** Its name, with what it is worth. */
        public String label() {
            return simulated ? name + " (simulated)" : name;
        }
    }

    record Dot(double x, double y) {}
}
