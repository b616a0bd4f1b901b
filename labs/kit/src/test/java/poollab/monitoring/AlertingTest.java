package poollab.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import poollab.bench.BadInput;
import poollab.monitoring.Alerting.State;

class AlertingTest {
    private static final String RULES = """
            groups:
              - name: pools
                interval: 15s
                rules:
                  - alert: Waiting
                    expr: waiting > 10
                    for: 30s
                    labels: {severity: page}
                    annotations: {summary: "{{ $value }} wait"}
                  - alert: Any
                    expr: waiting > 0
            """;

    private static Alerting evaluated(SeriesStore store, double speed, long end) {
        Alerting alerting = new Alerting(RuleFile.read("r.yml", RULES, speed), store);
        for (long at = 0; at <= end; at += 15_000) alerting.evaluate(at);
        return alerting;
    }

    @Test
    void an_alert_is_pending_until_it_has_held_long_enough() {
        SeriesStore store = Stored.store("waiting{db=\"a\"} 0 11 12 13 14");
        assertThat(evaluated(store, 1, 0).now(State.PENDING)).isEmpty();
        Alerting pending = evaluated(store, 1, 30_000);
        assertThat(pending.now(State.PENDING)).containsExactly("Waiting");
        assertThat(pending.fired()).containsExactly("Any");
        Alerting fired = evaluated(store, 1, 60_000);
        assertThat(fired.now(State.FIRING)).containsExactlyInAnyOrder("Waiting", "Any");
        assertThat(fired.firings())
                .contains(new Alerting.Firing("Waiting", Labels.of("db", "a"), 45_000, 13))
                .hasSize(2);
    }

    @Test
    void one_quiet_evaluation_begins_anew() {
        Alerting alerting = evaluated(Stored.store("waiting 11 11 0 11 11 0"), 1, 75_000);
        assertThat(alerting.fired()).containsExactly("Any");
        assertThat(alerting.firings()).extracting(Alerting.Firing::at).containsExactly(0L, 45_000L);
        assertThat(alerting.now(State.FIRING)).isEmpty();
    }

    @Test
    void each_series_is_an_alert_of_its_own() {
        Alerting alerting = evaluated(Stored.store("waiting{db=\"a\"} 11 0 11", "waiting{db=\"b\"} 0 11 0"), 1, 30_000);
        assertThat(alerting.fired()).containsExactly("Any");
    }

    @Test
    void a_faster_clock_shortens_for() {
        assertThat(evaluated(Stored.store("waiting 11 11"), 2, 15_000).fired()).contains("Waiting");
        assertThat(evaluated(Stored.store("waiting 11 11"), 1.9, 15_000).fired()).doesNotContain("Waiting");
    }

    @Test
    void a_rule_keeps_its_text_and_words() {
        List<AlertRule> rules = RuleFile.read("r.yml", RULES, 60);
        assertThat(rules).extracting(AlertRule::name).containsExactly("Waiting", "Any");
        assertThat(rules.getFirst().text()).isEqualTo("waiting > 10");
        assertThat(rules.getFirst().holds()).hasMillis(500);
        assertThat(rules.getFirst().labels()).containsEntry("severity", "page");
        assertThat(rules.getFirst().annotations()).containsEntry("summary", "{{ $value }} wait");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "groups: {}                                                      | r.yml: groups is no list",
        "groups: [{name: g, rules: [{alert: A}]}]                        | r.yml: group g: alert A has no expr",
        "groups: [{name: g, rules: [{record: a, expr: b}]}]              | r.yml: group g: a rule has no alert's name",
        "groups: [{name: g, rules: [{alert: A, expr: a, fro: 1m}]}]      | r.yml: group g: alert A has a key fro",
        "groups: [{name: g, rules: [{alert: A, expr: a, for: soon}]}]    | r.yml: alert A: for: soon is no time",
        "groups: [{name: g, rules: [{alert: A, expr: 'topk(1, a)'}]}]    | r.yml: alert A: the lab's evaluator does not take",
        "groups: [                                                       | r.yml is no YAML",
        "5                                                               | r.yml: the file is no mapping",
    })
    void a_mistake_is_told(String text, String message) {
        assertThatThrownBy(() -> RuleFile.read("r.yml", text, 1)).isInstanceOf(BadInput.class).hasMessageContaining(message);
    }
}
