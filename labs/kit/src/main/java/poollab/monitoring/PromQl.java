package poollab.monitoring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import poollab.bench.BadInput;
import poollab.monitoring.Expression.Absent;
import poollab.monitoring.Expression.Aggregation;
import poollab.monitoring.Expression.Growth;
import poollab.monitoring.Expression.Selector;

/** Reads PromQL. What is beyond the subset is refused, never guessed at. */
public final class PromQl {
    static final String SUBSET = "Known here: metric{label=\"value\"}, numbers, sum max min count by (…), rate increase absent,"
            + " + - * /, == != > >= < <=, and or unless, on (…).";

    private static final Set<String> BEYOND = Set.of("offset", "bool", "group_left", "group_right", "ignoring", "without");

    private final String text;
    private final double speed;
    private final List<Token> tokens;
    private int next;

    private PromQl(String text, double speed) {
        this.text = text;
        this.speed = speed;
        this.tokens = Token.of(text);
    }

    /** @throws BadInput when it is no PromQL, or none of this subset */
    public static Expression parse(String text) {
        return parse(text, 1);
    }

    /**
     * @param speed how many times faster than the wall's the clock of the rule runs: {@code [1m]} is 1 s at 60. Numbers and
     *     rates stay as they are
     * @throws BadInput when it is no PromQL, or none of this subset
     */
    public static Expression parse(String text, double speed) {
        PromQl reader = new PromQl(text, speed);
        Expression whole = reader.expression(1);
        if (reader.here().kind() != Token.Kind.END) throw reader.refused();
        return whole;
    }

    /** {@code 1m}, {@code 1h30m}. */
    static Duration duration(String text) {
        Duration sum = Duration.ZERO;
        for (String part : text.split("(?<=[a-z])(?=\\d)")) {
            String unit = part.replaceAll("\\d", "");
            long number = Long.parseLong(part.substring(0, part.length() - unit.length()));
            sum = sum.plusMillis(number * switch (unit) {
                case "ms" -> 1L;
                case "s" -> 1_000L;
                case "m" -> 60_000L;
                case "h" -> 3_600_000L;
                case "d" -> 86_400_000L;
                case "w" -> 7 * 86_400_000L;
                default -> 365 * 86_400_000L;
            });
        }
        return sum;
    }

    static Duration scaled(Duration duration, double speed) {
        return Duration.ofMillis(Math.round(duration.toMillis() / speed));
    }

    static Value.Vector vector(Value value) {
        if (value instanceof Value.Vector vector) return vector;
        throw new BadInput("a number stands where series are needed", SUBSET);
    }

    private Token here() {
        return tokens.get(next);
    }

    private boolean took(String sign) {
        if (!here().is(sign)) return false;
        next++;
        return true;
    }

    private void take(String sign) {
        if (!took(sign)) throw refused();
    }

    private String take(Token.Kind kind) {
        if (here().kind() != kind) throw refused();
        return tokens.get(next++).text();
    }

    private BadInput refused() {
        String rest = here().kind() == Token.Kind.END ? "its end" : "'" + text.substring(here().at()).strip() + "'";
        return new BadInput("the lab's evaluator does not take " + rest + " in: " + text.strip().replaceAll("\\s+", " "), SUBSET);
    }

    private Expression expression(int tightness) {
        if (tightness > Operator.TIGHTEST) return operand();
        Expression left = expression(tightness + 1);
        while (true) {
            Optional<Operator> operator = Operator.of(here().text(), tightness);
            if (operator.isEmpty()) return left;
            next++;
            Optional<List<String>> on = took("on") ? Optional.of(names()) : Optional.empty();
            left = new Binary(operator.get(), left, expression(tightness + 1), on);
        }
    }

    private Expression operand() {
        if (took("(")) {
            Expression inner = expression(1);
            take(")");
            return inner;
        }
        if (here().kind() == Token.Kind.NUMBER) return new Expression.Number(Double.parseDouble(take(Token.Kind.NUMBER)));
        if (here().kind() != Token.Kind.NAME || BEYOND.contains(here().text())) throw refused();
        Optional<Aggregator> aggregator = aggregator(here().text());
        boolean called = tokens.get(next + 1).is("(");
        if (aggregator.isPresent() && (called || tokens.get(next + 1).is("by"))) return aggregation(aggregator.get());
        if (called) return function();
        Selector selector = selector();
        if (here().is("[")) throw refused();
        return selector;
    }

    private static Optional<Aggregator> aggregator(String name) {
        for (Aggregator each : Aggregator.values())
            if (each.name().toLowerCase(Locale.ROOT).equals(name)) return Optional.of(each);
        return Optional.empty();
    }

    private Aggregation aggregation(Aggregator how) {
        next++;
        List<String> by = took("by") ? names() : List.of();
        take("(");
        Expression of = expression(1);
        take(")");
        if (by.isEmpty() && took("by")) by = names();
        return new Aggregation(how, by, of);
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        take("(");
        while (!took(")")) {
            names.add(take(Token.Kind.NAME));
            if (!here().is(")")) take(",");
        }
        return names;
    }

    private Expression function() {
        String name = here().text();
        if (!Set.of("rate", "increase", "absent").contains(name)) throw refused();
        next++;
        take("(");
        Selector selector = selector();
        Expression made = name.equals("absent") ? new Absent(selector) : new Growth(selector, range(), name.equals("rate"));
        take(")");
        return made;
    }

    private Duration range() {
        take("[");
        Duration range = duration(take(Token.Kind.DURATION));
        take("]");
        return scaled(range, speed);
    }

    private Selector selector() {
        String name = take(Token.Kind.NAME);
        List<LabelMatcher> matchers = new ArrayList<>();
        if (took("{"))
            while (!took("}")) {
                matchers.add(matcher());
                if (!here().is("}")) take(",");
            }
        return new Selector(name, matchers);
    }

    private LabelMatcher matcher() {
        String label = take(Token.Kind.NAME);
        for (LabelMatcher.Kind kind : LabelMatcher.Kind.values()) {
            if (!took(kind.sign)) continue;
            String quoted = take(Token.Kind.STRING);
            return new LabelMatcher(label, kind, quoted.substring(1, quoted.length() - 1).replaceAll("\\\\(.)", "$1"));
        }
        throw refused();
    }
}
