package poollab.console.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console where nobody types, or where the terminal can do little: clean text, no escape, no warning. */
class PipedConsoleIT {
    @TempDir
    Path home;

    @AfterEach
    void nothingIsLeft() throws Exception {
        LabProcess.await(() -> LabProcess.processesOf(home).isEmpty(), "processes are left");
        for (Path where : List.of(home, home.resolve("home")))
            LabProcess.await(() -> LabProcess.sessionsIn(where).isEmpty(), "session folders are left");
    }

    private record Ran(int code, String out, String err) {}

    private Ran piped(String input, String... arguments) throws Exception {
        String[] command = new String[arguments.length + 1];
        command[0] = LabProcess.ROOT.resolve("lab").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Path in = Files.writeString(home.resolve("in.txt"), input);
        Path out = home.resolve("out.txt");
        Path err = home.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(in.toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("LAB_HOME", home.resolve("home").toString());
        builder.environment().put("LAB_CACHE", LabProcess.CACHE.toString());
        builder.environment().put("LANG", "C.UTF-8");
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
        return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @Test
    void a_script_is_told_as_plain_lines_of_at_most_eighty_columns() throws Exception {
        Ran ran = piped("start 01\nrun --quick\nquit\n");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .startsWith("lab> start 01\nLab 01 leak · connections that never come back\n")
                .contains("01 story> run --quick\n", "All 5 claims hold.", "01 story> quit\n")
                .doesNotContain("\u001b", "\r", "\t", "Enter for more", "your answer");
        // A record's folder is as long as it is.
        assertThat(ran.out().lines().filter(line -> !line.contains(home.toString())))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void the_exit_code_is_the_worst_of_all_lines() throws Exception {
        assertThat(piped("").code()).isZero();
        assertThat(piped("labs\n").code()).isZero();
        Ran wrong = piped("rnu\nlabs\n");
        assertThat(wrong.code()).isEqualTo(3);
        assertThat(wrong.err()).contains("unknown command: rnu", "Did you mean run?").doesNotContain("\u001b");
        assertThat(wrong.out()).contains("01 leak");
    }

    @Test
    void poolers_of_the_learners_own_are_started_changed_asked_and_ended() throws Exception {
        Ran ran = piped("""
                pooler start
                pooler start two
                pooler set two default_pool_size 5
                pooler reload two
                admin two SHOW CONFIG
                sql --pooler two select 40+2 as answer
                admin SHOW STATE
                pooler stop two
                quit
                """);
        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("two has read its ini.", "     42", "suspended", "two has ended.")
                .containsPattern("key +│ default_pool_size\nvalue +│ 5\n");
    }

    @Test
    void an_ini_that_is_broken_gives_the_poolers_own_words_and_the_old_settings_stay() throws Exception {
        Ran ran = piped("pooler start\npooler set pool_mode nonsense\npooler reload\nadmin SHOW NONSENSE\nadmin SHOW CONFIG\n");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out())
                .contains("pool_mode: \"nonsense\" is not one of", "The old settings stay.", "invalid command 'SHOW NONSENSE'")
                .containsPattern("key +│ pool_mode\nvalue +│ session\n");
    }

    @Test
    void ascii_means_ascii() throws Exception {
        Ran ran = piped("help\nset\n", "start", "02", "--ascii");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isASCII().contains("fifty pools");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NO_COLOR=1", "TERM=dumb", "--no-color"})
    void a_terminal_without_colours_gets_none(String how) throws Exception {
        String[] words = how.split("=");
        boolean variable = words.length == 2;
        try (Tmux console = variable
                ? Tmux.lab(home, 80, 24, Map.of(words[0], words[1]), "start", "01")
                : Tmux.lab(home, 80, 24, "start", "01", how)) {
            console.enter("run --quick");
            console.says("All 5 claims hold.");
            console.prompts();
            assertThat(console.styled()).doesNotContain("\u001b[1m", "\u001b[2m", "\u001b[3");
            assertThat(console.everything()).doesNotContain("WARN", "dumb", "Unable", "^[");
            console.enter("quit");
            assertThat(console.exit()).isZero();
        }
    }

    @Test
    void ctrl_c_ends_the_run_and_not_the_console_on_a_dumb_terminal_too() throws Exception {
        try (Tmux console = Tmux.lab(home, 80, 24, Map.of("TERM", "dumb"), "start", "01")) {
            console.enter("run");
            console.says("request 6    waits");
            console.press("C-c");
            console.prompts();
            console.enter("quit");
            assertThat(console.exit()).isZero();
        }
    }
}
