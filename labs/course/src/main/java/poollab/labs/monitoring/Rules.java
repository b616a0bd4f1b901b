package poollab.labs.monitoring;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import poollab.monitoring.AlertRule;
import poollab.monitoring.RuleFile;

/** The lab's files: alert rules, rules that never fire, a dashboard for Grafana. */
final class Rules {
    static final String ALERTS = "poollab-alerts.yml";
    static final String COLUMN_NAMES = "column-names.yml";
    static final String GRAFANA = "poollab-grafana.json";

    private Rules() {}

    static List<AlertRule> read(String file, double speed) {
        return RuleFile.read(file, text(file), speed);
    }

    /** As long as it takes until each of the rules could have fired, ranges included. */
    static Duration longest(List<AlertRule> rules, double speed) {
        Duration holds = rules.stream().map(AlertRule::holds).max(Duration::compareTo).orElseThrow();
        return holds.plusMillis(Math.round(60_000 / speed));
    }

    /** For the learner to take along. */
    static Map<String, String> files() {
        return Map.of(ALERTS, text(ALERTS), COLUMN_NAMES, text(COLUMN_NAMES), GRAFANA, text(GRAFANA));
    }

    static String text(String file) {
        try (InputStream in = Rules.class.getResourceAsStream(file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            // The marks by which the lab's text quotes them.
            return text.replaceAll("(?m)^ *# (?:tag|end)::.*\n", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
