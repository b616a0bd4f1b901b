package poollab.bench;

import java.util.Locale;

/** What a figure counts or measures. */
public enum Unit {
    COUNT(""),
    MILLISECONDS("ms"),
    MICROSECONDS("µs"),
    RATIO("×"),
    BYTES("bytes"),
    PER_SECOND("/s"),
    PERCENT("%"),
    TEXT("");

    private final String symbol;

    Unit(String symbol) {
        this.symbol = symbol;
    }

    @Override
    public String toString() {
        return Words.of(this);
    }

    /** Written after the number, empty for counts and texts. */
    public String symbol() {
        return symbol;
    }

    /** A number as a person reads it: bytes as kB or MB, milliseconds with a decimal below 100, thousands grouped. */
    public String format(double value) {
        return switch (this) {
            case BYTES -> value < 1_000_000 ? number(value / 1_000) + " kB" : number(value / 1_000_000) + " MB";
            case COUNT, TEXT -> number(value);
            case RATIO -> number(value) + "×";
            case MILLISECONDS -> number(value) + " ms";
            case MICROSECONDS -> number(value) + " µs";
            case PERCENT -> number(value) + " %";
            case PER_SECOND -> number(value) + "/s";
        };
    }

    private static String number(double value) {
        boolean whole = value == Math.rint(value) || Math.abs(value) >= 100;
        if (whole) return String.format(Locale.ROOT, "%,d", Math.round(value));
        return String.format(Locale.ROOT, Math.abs(value) < 1 ? "%.2f" : "%.1f", value);
    }
}
