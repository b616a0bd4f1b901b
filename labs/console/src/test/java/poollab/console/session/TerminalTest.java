package poollab.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private static Terminal of(String tty, String columns, Map<String, String> environment) {
        Properties properties = new Properties();
        properties.setProperty("lab.tty", tty);
        properties.setProperty("lab.columns", columns);
        return Terminal.of(properties, environment);
    }

    @Test
    void colours_are_for_terminals_that_have_them_and_people_who_want_them() {
        assertThat(of("true", "80", Map.of("TERM", "xterm")).colour()).isTrue();
        assertThat(of("false", "80", Map.of("TERM", "xterm")).colour()).isFalse();
        assertThat(of("true", "80", Map.of("TERM", "dumb")).colour()).isFalse();
        assertThat(of("true", "80", Map.of("TERM", "xterm", "NO_COLOR", "1")).colour()).isFalse();
        assertThat(of("true", "80", Map.of("TERM", "xterm", "NO_COLOR", "")).colour()).isTrue();
    }

    @Test
    void a_width_that_nobody_knows_is_eighty() {
        assertThat(of("true", "", Map.of()).columns()).isEqualTo(80);
        assertThat(of("true", "wide", Map.of()).columns()).isEqualTo(80);
    }

    @Test
    void very_narrow_and_very_wide_terminals_are_treated_as_forty_and_a_hundred_and_twenty() {
        assertThat(of("true", "10", Map.of()).columns()).isEqualTo(40);
        assertThat(of("true", "300", Map.of()).columns()).isEqualTo(120);
    }
}
