package poollab.monitoring;

import java.util.regex.Pattern;

/** A condition on a label: {@code state="idle"}, {@code state=~"idle.*"}. A pattern fits the whole value. */
public record LabelMatcher(String label, Kind kind, String value) {
    /** How the label's value is compared. */
    public enum Kind {
        EQUAL("="),
        NOT_EQUAL("!="),
        LIKE("=~"),
        NOT_LIKE("!~");

        final String sign;

        Kind(String sign) {
            this.sign = sign;
        }
    }

    boolean fits(Labels labels) {
        String actual = labels.get(label);
        return switch (kind) {
            case EQUAL -> actual.equals(value);
            case NOT_EQUAL -> !actual.equals(value);
            case LIKE -> Pattern.matches(value, actual);
            case NOT_LIKE -> !Pattern.matches(value, actual);
        };
    }
}
