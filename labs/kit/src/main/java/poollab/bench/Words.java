package poollab.bench;

import java.util.Locale;

/** Constants as words: {@code OPEN_TRANSACTION} is typed, shown and recorded as {@code open-transaction}. */
public final class Words {
    private Words() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code request 3}, {@code requests 3–5}: a noun with one number or a range. */
    public static String range(String noun, int from, int to) {
        return from == to ? noun + " " + from : noun + "s " + from + "–" + to;
    }

    /** {@code 1 session}, {@code 5 sessions}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
