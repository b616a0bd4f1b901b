package poollab.monitoring;

import java.util.Optional;

/** Between two expressions. */
enum Operator {
    OR("or", 1, null),
    AND("and", 2, null),
    UNLESS("unless", 2, null),
    EQUAL("==", 3, (a, b) -> a == b),
    NOT_EQUAL("!=", 3, (a, b) -> a != b),
    AT_LEAST(">=", 3, (a, b) -> a >= b),
    AT_MOST("<=", 3, (a, b) -> a <= b),
    ABOVE(">", 3, (a, b) -> a > b),
    BELOW("<", 3, (a, b) -> a < b),
    PLUS("+", 4, null),
    MINUS("-", 4, null),
    TIMES("*", 5, null),
    OVER("/", 5, null);

    /** Above all: how tightly an operator may bind. */
    static final int TIGHTEST = 5;

    private interface Comparison {
        boolean holds(double a, double b);
    }

    final String sign;
    final int tightness;
    private final Comparison comparison;

    Operator(String sign, int tightness, Comparison comparison) {
        this.sign = sign;
        this.tightness = tightness;
        this.comparison = comparison;
    }

    static Optional<Operator> of(String sign, int tightness) {
        for (Operator each : values()) if (each.sign.equals(sign) && each.tightness == tightness) return Optional.of(each);
        return Optional.empty();
    }

    /** Whether it takes and leaves series whole, whatever their numbers. */
    boolean isOfSets() {
        return tightness <= 2;
    }

    boolean compares() {
        return comparison != null;
    }

    boolean holds(double a, double b) {
        return comparison.holds(a, b);
    }

    double of(double a, double b) {
        return switch (this) {
            case PLUS -> a + b;
            case MINUS -> a - b;
            case TIMES -> a * b;
            case OVER -> a / b;
            default -> throw new IllegalStateException(sign + " is no arithmetic");
        };
    }
}
