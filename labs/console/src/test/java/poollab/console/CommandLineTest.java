package poollab.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import poollab.console.session.Session;
import poollab.console.session.Terminal;
import poollab.course.Catalogue;
import poollab.engine.Folders;

/** What the command says and how it exits, without a server. */
class CommandLineTest {
    @TempDir
    Path home;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private String typed = "";

    private static final List<String> COUNTERS = List.of(
            "active-hard-connections", "hard-connects", "hard-disconnects", "active-soft-connects", "soft-connects",
            "soft-disconnects", "number-of-non-pooled-connections", "number-of-pooled-connections",
            "number-of-active-connection-pool-groups", "number-of-inactive-connection-pool-groups",
            "number-of-active-connection-pools", "number-of-inactive-connection-pools", "number-of-active-connections",
            "number-of-free-connections", "number-of-stasis-connections", "number-of-reclaimed-connections");

    private int lab(String... args) {
        return lab(home, args);
    }

    private int lab(Path where, String... args) {
        Terminal pipe = new Terminal(false, 80, false, false, false);
        Session session = new Session(
                pipe, new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)), print(out), print(err), where, Folders.at(where), Catalogue.load());
        return Main.run(session, args);
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', value = {
        "run 99                        ; unknown lab: 99            ; Known: 01, leak, 02, fragmentation,",
        "run leek                      ; unknown lab: leek          ; Did you mean leak?",
        "run 01 --set max-pool-size=-1 ; max-pool-size=-1: -1 is out of range ; max-pool-size takes 1–100 (default 5)",
        "run 01 --set max-pol-size=5   ; unknown setting: max-pol-size ; Did you mean max-pool-size?",
        "run 01 --set fault=lek        ; did you mean leak?         ; fault takes leak | open-transaction",
        "run 01 --set fault            ; should be in KEY=VALUE format ; See: ./lab run --help",
        "run all --set duration=1s     ; all labs have no knob in common ; ./lab run 01 --set duration=…",
        "run 01 --seed x               ; 'x' is not a long          ; See: ./lab run --help",
        "run 01 --engine embeded       ; unknown engine: embeded    ; embedded",
        "run 01 --port 70000           ; port 70000 is out of range ; 1–65535",
        "run 01 --quik                 ; unknown option of lab run: --quik ; Did you mean --quick?",
        "run                           ; Missing required parameter: 'LAB' ; See: ./lab run --help",
        "rnu 01                        ; unknown command: rnu       ; Did you mean run?",
        "xyzzy                         ; unknown command: xyzzy     ; See: ./lab --help",
        "show 3                        ; there are no runs yet      ; ./lab run 01",
        "compare 1 2                   ; there are no runs yet      ; ./lab run 01",
        "runs --last 0                 ; --last 0 is too small      ; at least 1",
        "bench                         ; Missing required subcommand ; See: ./lab bench --help",
        "bench pooler --rounds 0       ; --rounds 0 is out of range ; 1 to 100",
        "bench pooler --loads odd  ; Invalid value for option '--loads' ; See: ./lab bench pooler --help",
        "bench pooler --json no/x.json ; there is no such folder    ; a folder that is there",
        "watch counter                 ; cannot watch counter      ; ./lab watch counters",
        "watch counters 0              ; not a positive number: 0  ; watch 5",
        "watch counters 1 2 3          ; unknown argument of lab watch: 3 ; ./lab watch counters 5 12",
        "watch counters --pid x        ; 'x' is not a long         ; See: ./lab watch --help",
        "help rnu                      ; unknown command: rnu       ; Did you mean run?",
        "list 99                       ; unknown lab: 99            ; Known",
    })
    void bad_input_is_answered_once_with_what_to_do_and_exit_3(String command, String said, String advice) {
        assertThat(lab(command.split(" "))).isEqualTo(3);
        assertThat(out()).isEmpty();
        String words = err().replaceAll("\\s+", " ");
        assertThat(words).startsWith("lab: ").contains(said).contains(advice);
        assertThat(err().lines()).hasSizeLessThan(8).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void counters_are_those_of_the_processes_that_have_pools_open() throws Exception {
        assertThat(lab("watch", "counters")).isEqualTo(4);
        assertThat(err()).contains("no pool is open", "./lab run 01");
        assertThat(out()).isEmpty();
        ProcessHandle me = ProcessHandle.current();
        StringBuilder published = new StringBuilder("name lab\nstarted " + me.info().startInstant().orElseThrow().toEpochMilli() + "\nwritten 1\n");
        COUNTERS.forEach(name -> published.append(name).append(" 17\n"));
        Files.createDirectories(home.resolve("counters"));
        Files.writeString(home.resolve("counters").resolve(me.pid() + ".counters"), published);
        assertThat(lab("watch", "counters", "0.01", "2")).isZero();
        assertThat(out().split("\n\n")).hasSize(2).allSatisfy(block -> assertThat(block)
                .contains("process lab " + me.pid())
                .contains(COUNTERS)
                .containsPattern("soft-connects +17 +0\n")
                .containsPattern("number-of-stasis-connections +17\n"));
        assertThat(lab("watch", "counters", "--pid", "1")).isEqualTo(4);
    }

    @Test
    void sql_server_is_missing_and_the_message_says_what_would_differ() {
        assertThat(lab("run", "01", "--set", "db=sqlserver")).isEqualTo(4);
        assertThat(err().replaceAll("\\s+", " ")).contains("SQL Server cannot be embedded").contains("sleeping");
        assertThat(lab("run", "01", "--db", "sqlserver")).isEqualTo(4);
    }

    @Test
    void a_home_that_cannot_be_written_is_missing() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "");
        assertThat(lab(file, "run", "01")).isEqualTo(4);
        assertThat(err()).contains("LAB_HOME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "run --help", "help run", "list", "list 01", "list 02", "runs", "doctor --help", "help pooler", "bench --help", "bench pooler --help"})
    void help_and_lists_fit_eighty_columns(String command) {
        assertThat(lab(command.split(" "))).isZero();
        assertThat(err()).isEmpty();
        assertThat(out().lines()).isNotEmpty().allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        assertThat(out()).doesNotContain("\u001b");
    }

    @Test
    void without_a_command_the_console_reads_lines_until_they_end() {
        typed = "labs\nhelp run\n";
        assertThat(lab()).isZero();
        assertThat(out()).contains("lab> labs", "01 leak", "run fault=none --quick").doesNotContain("\u001b");
    }

    @Test
    void a_wrong_line_in_a_script_counts() {
        typed = "nxet\nlabs\n";
        assertThat(lab()).isEqualTo(3);
        assertThat(err()).contains("unknown command: nxet").contains("Did you mean next?");
        assertThat(out()).contains("01 leak");
    }

    @Test
    void reset_works_from_the_shell_too() throws IOException {
        Files.writeString(home.resolve("progress.txt"), "02.step = run\n");
        assertThat(lab("reset", "02")).isEqualTo(3);
        assertThat(lab("reset", "02", "--yes")).isZero();
        assertThat(home.resolve("progress.txt")).content().doesNotContain("02.step");
    }

    @Test
    void reset_asks_and_keeps_a_backup() throws IOException {
        Files.writeString(home.resolve("progress.txt"), "01.step = run\n");
        typed = "reset 01\nreset 01 --yes\n";
        assertThat(lab()).isEqualTo(3);
        assertThat(err()).contains("reset asks first");
        assertThat(home.resolve("progress.txt")).content().doesNotContain("01.step");
        try (var files = Files.list(home)) {
            assertThat(files.map(file -> file.getFileName().toString())).anyMatch(name -> name.endsWith(".bak"));
        }
    }

    @Test
    void the_list_as_json_is_one_document() {
        assertThat(lab("list", "--json")).isZero();
        assertThat(out()).startsWith("[").contains("\"name\" : \"max-pool-size\"");
    }
}
