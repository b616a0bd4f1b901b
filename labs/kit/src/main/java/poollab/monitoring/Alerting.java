package poollab.monitoring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Evaluates alert rules again and again. An alert is pending from the first evaluation at which its expression came to
 * something, and fires at the first one that is as much later as the rule's {@code for}; one evaluation at which it comes to
 * nothing ends it. Thread-safe.
 */
public final class Alerting {
    /** Where an alert stands. */
    public enum State {
        PENDING,
        FIRING
    }

    /** An alert that began to fire: which, for which series, when, with which value. */
    public record Firing(String alert, Labels labels, long at, double value) {}

    private static final class Active {
        final long since;
        State state = State.PENDING;

        Active(long since) {
            this.since = since;
        }
    }

    private final List<AlertRule> rules;
    private final SeriesStore store;
    private final Map<AlertRule, Map<Labels, Active>> active = new HashMap<>();
    private final List<Firing> firings = new ArrayList<>();

    public Alerting(List<AlertRule> rules, SeriesStore store) {
        this.rules = List.copyOf(rules);
        this.store = store;
    }

    /** @param at not before the last one */
    public synchronized void evaluate(long at) {
        for (AlertRule rule : rules) {
            Map<Labels, Active> before = active.getOrDefault(rule, Map.of());
            Map<Labels, Active> now = new LinkedHashMap<>();
            for (Sample sample : PromQl.vector(rule.expression().at(store, at)).samples()) {
                Active alert = before.getOrDefault(sample.labels(), new Active(at));
                now.put(sample.labels(), alert);
                if (alert.state == State.FIRING || at - alert.since < rule.holds().toMillis()) continue;
                alert.state = State.FIRING;
                firings.add(new Firing(rule.name(), sample.labels(), at, sample.value()));
            }
            active.put(rule, now);
        }
    }

    /** The alerts that fired at any time, by name, in the order of their first time. */
    public synchronized Set<String> fired() {
        Set<String> names = new LinkedHashSet<>();
        firings.forEach(firing -> names.add(firing.alert()));
        return names;
    }

    /** Each time that an alert began to fire. */
    public synchronized List<Firing> firings() {
        return List.copyOf(firings);
    }

    /** The names of the alerts in this state now. */
    public synchronized Set<String> now(State state) {
        Set<String> names = new LinkedHashSet<>();
        active.forEach((rule, alerts) -> {
            if (alerts.values().stream().anyMatch(alert -> alert.state == state)) names.add(rule.name());
        });
        return names;
    }
}
