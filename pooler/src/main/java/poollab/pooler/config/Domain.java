package poollab.pooler.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values a setting can take, how they are written and how SHOW CONFIG shows them. */
sealed interface Domain {
    long MICROS = 1_000_000;

    Pattern WHOLE = Pattern.compile("[+-]?(?:0[xX](?<hex>[0-9a-fA-F]+)|0(?<octal>[0-7]+)|(?<decimal>0|[1-9][0-9]*))");

    /**
     * Reads a value as it stands in the ini file, without surrounding blanks.
     *
     * @throws BadValue the message is the part after the setting's name
     */
    Value read(String text) throws BadValue;

    /**
     * A value that was read.
     *
     * @param shown as SHOW CONFIG prints it
     * @param number the number itself, a time in microseconds, or a choice's place; 0 for texts
     */
    record Value(String shown, long number) {}

    /** Any text, also none. */
    record Text() implements Domain {
        @Override
        public Value read(String text) {
            return new Value(text, 0);
        }
    }

    /** The name of a database that holds logins; not the console's. */
    record AuthDatabase() implements Domain {
        @Override
        public Value read(String text) throws BadValue {
            if (text.equals("pgbouncer")) {
                throw new BadValue("cannot use the reserved \"pgbouncer\" database as an auth_dbname; name one that a server has");
            }
            return new Value(text, 0);
        }
    }

    /** A whole number; as in C, a leading 0 means octal and 0x hexadecimal. */
    record Whole(long least, long most) implements Domain {
        @Override
        public Value read(String text) throws BadValue {
            long number = whole(text, allowed());
            if (number < least || number > most) {
                throw new BadValue(text + " is out of range; allowed: " + allowed());
            }
            return new Value(Long.toString(number), number);
        }

        private String allowed() {
            return "a whole number from " + least + (most == Integer.MAX_VALUE ? "" : " to " + most);
        }
    }

    /** A file's mode, octal with its leading 0; shown in decimal. */
    record FileMode() implements Domain {
        private static final String ALLOWED = "an octal file mode from 0 to 0777";

        @Override
        public Value read(String text) throws BadValue {
            long number = whole(text, ALLOWED);
            if (number < 0 || number > 0777) throw new BadValue(text + " is out of range; allowed: " + ALLOWED);
            return new Value(Long.toString(number), number);
        }
    }

    /** 0 is off and every other number on, as PgBouncer has it; words such as "yes" are not understood there. */
    record Switch() implements Domain {
        private static final String ALLOWED = "1 (on) or 0 (off)";

        @Override
        public Value read(String text) throws BadValue {
            long number = whole(text, ALLOWED);
            if (number != (int) number) throw new BadValue(text + " is out of range; allowed: " + ALLOWED);
            return new Value(Long.toString(number), number);
        }
    }

    /** A time in seconds, fractions allowed. */
    record Seconds() implements Domain {
        private static final Pattern DECIMAL = Pattern.compile("\\+?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?");
        private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);
        private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE / MICROS);

        @Override
        public Value read(String text) throws BadValue {
            if (!DECIMAL.matcher(text).matches()) {
                throw new BadValue(quoted(text) + " is not a time; allowed: seconds without a unit, such as 30 or 0.5");
            }
            BigDecimal seconds = new BigDecimal(text);
            if (seconds.compareTo(MOST) > 0) {
                throw new BadValue(text + " is out of range; allowed: seconds up to " + MOST);
            }
            long micros = seconds.movePointRight(6).longValue();
            return new Value(shown(micros), micros);
        }

        /** Six digits, then an exponent: C's %g, which is what tools that read SHOW CONFIG expect. */
        private static String shown(long micros) {
            if (micros == 0) return "0";
            BigDecimal rounded = BigDecimal.valueOf(micros, 6).round(SIX_DIGITS).stripTrailingZeros();
            int exponent = rounded.precision() - rounded.scale() - 1;
            if (exponent >= -4 && exponent < 6) return rounded.toPlainString();
            String digits = rounded.movePointLeft(exponent).stripTrailingZeros().toPlainString();
            return String.format(Locale.ROOT, "%se%+03d", digits, exponent);
        }
    }

    /** One of some names, in any case; shown in lower case. */
    record Choice(List<String> names) implements Domain {
        static Choice of(String... names) {
            return new Choice(List.of(names));
        }

        @Override
        public Value read(String text) throws BadValue {
            String name = text.toLowerCase(Locale.ROOT);
            int place = names.indexOf(name);
            if (place < 0) {
                throw noneOf(names, text);
            }
            return new Value(name, place);
        }
    }

    /** TLS versions: a list with commas or colons, where {@code !} takes one away. */
    record Protocols() implements Domain {
        private static final Set<String> ALIASES = Set.of("default", "tlsv1");
        private static final List<String> NAMES =
                List.of("tlsv1.0", "tlsv1.1", "tlsv1.2", "tlsv1.3", "all", "secure", "legacy");

        @Override
        public Value read(String text) throws BadValue {
            for (String part : text.isEmpty() ? new String[0] : text.split("[,:]", -1)) {
                String name = part.strip().replaceFirst("^!", "");
                String lower = name.toLowerCase(Locale.ROOT);
                if (!NAMES.contains(lower) && !ALIASES.contains(lower)) {
                    throw noneOf(NAMES, name);
                }
            }
            return new Value(text, 0);
        }
    }

    private static long whole(String text, String allowed) throws BadValue {
        Matcher number = WHOLE.matcher(text);
        if (!number.matches()) throw new BadValue(quoted(text) + " is not a number; allowed: " + allowed);
        BigInteger size = number.group("hex") != null
                ? new BigInteger(number.group("hex"), 16)
                : number.group("octal") != null
                        ? new BigInteger(number.group("octal"), 8)
                        : new BigInteger(number.group("decimal"));
        // What does not fit a long is out of every range, and stays so when cut to its largest.
        long cut = size.bitLength() > 63 ? Long.MAX_VALUE : size.longValue();
        return text.startsWith("-") ? -cut : cut;
    }

    private static BadValue noneOf(List<String> names, String given) {
        return new BadValue(quoted(given) + " is not one of " + String.join(", ", names) + Nearest.hint(given, names));
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }
}
