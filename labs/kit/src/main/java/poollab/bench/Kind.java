package poollab.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What values a {@link Parameter} takes, and how they are written. */
public sealed interface Kind<T> {
    /**
     * @throws IllegalArgumentException with the reason, when the text is not such a value or is out of range
     */
    T parse(String text);

    /** The value as a learner would type it. */
    String format(T value);

    /** The possible values, as shown in help: {@code 1–100}, {@code keyed | hikari}. */
    String range();

    /** The values to choose from, empty when there are too many to list. */
    default List<String> choices() {
        return List.of();
    }

    /** A whole number from {@code min} to {@code max}, both included. */
    record Whole(int min, int max) implements Kind<Integer> {
        @Override
        public Integer parse(String text) {
            long value;
            try {
                value = Long.parseLong(text.strip());
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("is not a whole number");
            }
            if (value < min || value > max) throw new IllegalArgumentException("is out of range");
            return (int) value;
        }

        @Override
        public String format(Integer value) {
            return value.toString();
        }

        @Override
        public String range() {
            return min + "–" + max;
        }
    }

    /** A length of time from {@code min} to {@code max}, written with its unit: {@code 500ms}, {@code 3s}, {@code 2m}. */
    record Time(Duration min, Duration max) implements Kind<Duration> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)\\s*(ms|s|m)");

        @Override
        public Duration parse(String text) {
            Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
            if (!matcher.matches())
                throw new IllegalArgumentException("is not a length of time (write the unit: 500ms, 3s or 2m)");
            double unit = switch (matcher.group(2)) {
                case "ms" -> 1;
                case "s" -> 1_000;
                default -> 60_000;
            };
            Duration value = Duration.ofMillis(Math.round(Double.parseDouble(matcher.group(1)) * unit));
            if (value.compareTo(min) < 0 || value.compareTo(max) > 0)
                throw new IllegalArgumentException("is out of range");
            return value;
        }

        @Override
        public String format(Duration value) {
            long millis = value.toMillis();
            if (millis % 60_000 == 0 && millis > 0) return millis / 60_000 + "m";
            return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
        }

        @Override
        public String range() {
            return format(min) + "–" + format(max);
        }
    }

    /** One of an enum's constants, written in lower case with hyphens. */
    record Choice<E extends Enum<E>>(Class<E> type) implements Kind<E> {
        @Override
        public E parse(String text) {
            String wanted = text.strip().toLowerCase(Locale.ROOT);
            return Arrays.stream(type.getEnumConstants())
                    .filter(constant -> format(constant).equals(wanted))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(Nearest.to(wanted, choices())
                            .map(near -> "is not known; did you mean " + near + "?")
                            .orElse("is not known")));
        }

        @Override
        public String format(E value) {
            return Words.of(value);
        }

        @Override
        public List<String> choices() {
            return Arrays.stream(type.getEnumConstants()).map(this::format).toList();
        }

        @Override
        public String range() {
            return String.join(" | ", choices());
        }
    }
}
