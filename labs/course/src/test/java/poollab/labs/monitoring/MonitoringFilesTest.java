package poollab.labs.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import poollab.course.Catalogue;
import poollab.monitoring.AlertRule;
import poollab.monitoring.PromQl;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files that a learner takes along. */
class MonitoringFilesTest {
    private static final Pattern METRIC = Pattern.compile("\\b(?:pgbouncer|poollab|pg)_[a-z_]+|\\bup\\b");

    private static JsonNode dashboard() {
        return JsonMapper.shared().readTree(Rules.text(Rules.GRAFANA));
    }

    private static Set<String> metrics(String expression) {
        Set<String> names = new HashSet<>();
        METRIC.matcher(expression).results().forEach(match -> names.add(match.group()));
        return names;
    }

    @Test
    void the_rules_are_valid_to_prometheus(@TempDir Path folder) throws Exception {
        assumeTrue(List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
                .anyMatch(place -> Files.isExecutable(Path.of(place, "promtool"))), "promtool is not installed");
        for (String file : List.of(Rules.ALERTS, Rules.COLUMN_NAMES)) {
            Path copy = Files.writeString(folder.resolve(file), Rules.text(file));
            Process promtool = new ProcessBuilder("promtool", "check", "rules", copy.toString()).redirectErrorStream(true).start();
            String said = new String(promtool.getInputStream().readAllBytes());
            assertThat(promtool.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(promtool.exitValue()).as(said).isZero();
            assertThat(said).contains(Rules.read(file, 1).size() + " rules found");
        }
    }

    @Test
    void each_alert_names_labs_that_there_are_or_will_be() {
        for (AlertRule rule : Rules.read(Rules.ALERTS, 1)) {
            assertThat(rule.labels().get("lab")).as(rule.name()).matches("(0[1-9]|1[0-4])( (0[1-9]|1[0-4]))*");
            assertThat(rule.labels().get("severity")).as(rule.name()).isIn("page", "warning");
            assertThat(rule.annotations()).as(rule.name()).containsOnlyKeys("summary", "action");
        }
    }

    @Test
    void each_alert_belongs_to_a_fault_and_each_fault_names_alerts_of_the_file() {
        Set<String> named = new HashSet<>();
        Fault.shown().forEach(fault -> named.addAll(fault.alerts));
        assertThat(Rules.read(Rules.ALERTS, 1)).extracting(AlertRule::name).containsExactlyInAnyOrderElementsOf(named);
    }

    @Test
    void the_dashboard_shows_what_the_alerts_look_at() {
        Set<String> shown = new HashSet<>();
        for (JsonNode panel : dashboard().get("panels"))
            for (JsonNode target : panel.get("targets")) {
                String expression = target.get("expr").asString();
                PromQl.parse(expression);
                shown.addAll(metrics(expression));
            }
        Set<String> alerted = new HashSet<>();
        Rules.read(Rules.ALERTS, 1).forEach(rule -> alerted.addAll(metrics(rule.text())));
        // Known from the bars beside them.
        alerted.removeAll(Set.of("poollab_clientpool_active_connections", "poollab_application_requests_total", "pgbouncer_up"));
        assertThat(shown).containsAll(alerted);
        shown.removeAll(alerted);
        assertThat(shown).containsExactly("pgbouncer_pools_server_idle_connections");
    }

    @Test
    void the_dashboard_names_each_alert() {
        String text = Rules.text(Rules.GRAFANA);
        assertThat(Rules.read(Rules.ALERTS, 1)).extracting(AlertRule::name).allSatisfy(name -> assertThat(text).contains(name));
    }

    @Test
    void they_stand_beside_the_record() {
        assertThat(Catalogue.load().find("12").experiment().get().files())
                .containsOnlyKeys("poollab-alerts.yml", "column-names.yml", "poollab-grafana.json");
    }
}
