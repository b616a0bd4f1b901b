package poollab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import poollab.bench.Parameter.Adapted;

class SettingsTest {
    enum Fault {
        NONE,
        OPEN_TRANSACTION
    }

    private static final Parameter<Integer> SIZE = Parameter.whole("max-pool-size", 5, 1, 100, "most connections");
    private static final Parameter<Duration> WAIT = Parameter.time(
                    "connect-timeout", Duration.ofSeconds(3), Duration.ofMillis(250), Duration.ofMinutes(1), "patience")
            .quickly(Duration.ofMillis(500));
    private static final Parameter<Fault> FAULT = Parameter.choice("fault", Fault.NONE, "what is wrong");
    private static final Parameter<Integer> CLIENTS = Parameter.whole("clients", 200, 1, 1000, "clients")
            .adapting(m -> m.cores() < 4 ? Optional.of(new Adapted<>(40, m.cores() + " cores")) : Optional.empty());
    private static final List<Parameter<?>> ALL = List.of(SIZE, WAIT, FAULT, CLIENTS);
    private static final Machine TWO_CORES = new Machine(2, 1L << 33, "Linux", "amd64", "25");

    private static Settings with(Map<String, String> given) {
        return Settings.of(ALL, given, false, TWO_CORES);
    }

    @Test
    void defaults_hold_where_nothing_is_set() {
        Settings settings = with(Map.of());
        assertThat(settings.get(SIZE)).isEqualTo(5);
        assertThat(settings.get(WAIT)).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.get(FAULT)).isEqualTo(Fault.NONE);
    }

    @Test
    void a_default_that_adapts_says_why() {
        Setting clients = with(Map.of()).list().get(3);
        assertThat(clients.value()).isEqualTo(40);
        assertThat(clients.describe()).isEqualTo("clients 40 (default 200, here 40: 2 cores)");
    }

    @Test
    void what_is_set_wins_over_quick_and_adapted() {
        Settings settings = Settings.of(ALL, Map.of("clients", "7", "connect-timeout", "2s"), true, TWO_CORES);
        assertThat(settings.get(CLIENTS)).isEqualTo(7);
        assertThat(settings.get(WAIT)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void the_quick_profile_takes_the_quick_values() {
        assertThat(Settings.of(ALL, Map.of(), true, TWO_CORES).get(WAIT)).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void an_unknown_name_is_answered_with_the_nearest() {
        assertThatThrownBy(() -> with(Map.of("max-pol-size", "5")))
                .isInstanceOf(BadInput.class)
                .hasMessage("unknown setting: max-pol-size")
                .extracting(e -> ((BadInput) e).advice())
                .asString()
                .startsWith("Did you mean max-pool-size?");
    }

    @ParameterizedTest
    @CsvSource({
        "max-pool-size, -1, is out of range",
        "max-pool-size, 0, is out of range",
        "max-pool-size, 101, is out of range",
        "max-pool-size, 99999999999, is out of range",
        "max-pool-size, five, is not a whole number",
        "max-pool-size, 5.5, is not a whole number",
        "max-pool-size, '', is not a whole number",
        "connect-timeout, 3, is not a length of time",
        "connect-timeout, 3h, is not a length of time",
        "connect-timeout, -3s, is not a length of time",
        "connect-timeout, 10ms, is out of range",
        "fault, open-transactions, did you mean open-transaction?",
        "fault, xyzzy, is not known"
    })
    void an_impossible_value_is_refused_with_its_reason_and_the_range(String name, String value, String reason) {
        assertThatThrownBy(() -> with(Map.of(name, value)))
                .isInstanceOf(BadInput.class)
                .hasMessageStartingWith(name + "=" + value)
                .hasMessageContaining(reason)
                .extracting(e -> ((BadInput) e).advice())
                .asString()
                .startsWith(name + " takes ");
    }

    @ParameterizedTest
    @CsvSource({"3s, 3s", "500ms, 500ms", "1.5s, 1500ms", "60s, 1m", "0.25s, 250ms", "1 M, 1m"})
    void times_are_read_with_their_unit_and_written_shortly(String given, String written) {
        Setting wait = with(Map.of("connect-timeout", given)).list().get(1);
        assertThat(wait.value()).isEqualTo(written);
        assertThat(wait.origin()).isEqualTo(Setting.Origin.SET);
    }
}
