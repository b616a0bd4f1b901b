package poollab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> KNOWN = List.of("list", "run", "runs", "show", "compare", "doctor");

    @Test
    void a_slip_of_the_finger_is_recognised() {
        assertThat(Nearest.to("lsit", KNOWN)).contains("list");
        assertThat(Nearest.to("compair", KNOWN)).contains("compare");
        assertThat(Nearest.to("RUNN", KNOWN)).contains("run");
    }

    @Test
    void a_beginning_is_completed() {
        assertThat(Nearest.to("doc", KNOWN)).contains("doctor");
    }

    @Test
    void something_else_entirely_is_not() {
        assertThat(Nearest.to("xyzzy", KNOWN)).isEmpty();
        assertThat(Nearest.to("", KNOWN)).isEmpty();
    }
}
