package poollab.console.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import poollab.console.session.Complaint;
import poollab.console.session.Session;
import poollab.console.session.Terminal;
import poollab.course.Catalogue;
import poollab.engine.EmbeddedPostgres;
import poollab.engine.Folders;
import tools.jackson.databind.json.JsonMapper;

class BudgetCommandTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int budget(boolean tty, String typed, String... args) {
        Terminal terminal = new Terminal(tty, 80, false, false, false);
        Session session = new Session(
                terminal, new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)), print(out), print(err), folder,
                Folders.at(folder), Catalogue.load());
        Complaint complaint = new Complaint(session.err(), terminal);
        return new CommandLine(new BudgetCommand(session))
                .setExecutionExceptionHandler((problem, command, parsed) -> complaint.about(problem))
                .execute(args);
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

    private String file(String text) throws Exception {
        return Files.writeString(folder.resolve("budget.yaml"), text).toString();
    }

    @Test
    void the_example_is_over_and_says_by_how_much() throws Exception {
        assertThat(budget(false, "", "--example")).isZero();
        String example = file(out());
        out.reset();
        assertThat(budget(false, "", example)).isEqualTo(1);
        assertThat(out()).isEqualTo("""
                  service  instances  each  minimum  maximum  deploy  goes to
                  ───────  ─────────  ────  ───────  ───────  ──────  ───────
                  web      3–12 + 3     20       60      240     300  server
                  reports  1             5        5        5       5  server
                  mails    2 + 1        10       20       20      30  main
                  main     1             5        5        5       5  server

                  max_connections                        200
                  – superuser_reserved_connections         3
                  – kept for maintenance                  10
                  left for the application               187

                  with all at their minimum               70  fits, 117 free
                  with all at their maximum              250  OVER by 63
                  while all are deployed at once         310  OVER by 123

                Over by 123 in the worst case: the server would refuse them with SQLSTATE 53300.
                It fits when no pool is larger than 11, or behind a pooler.
                """);
    }

    @Test
    void what_fits_exits_with_0() throws Exception {
        assertThat(budget(false, "", file("services:\n  web: { size: 10, instances: 3 }\n"))).isZero();
        assertThat(out()).contains("It fits, in the worst case, with 52 connections to spare.");
    }

    @Test
    void json_has_the_sum_and_nothing_else() throws Exception {
        String example = file("services:\n  web: { size: 40, instances: 3 }\n");
        assertThat(budget(false, "", example, "--json")).isEqualTo(1);
        var document = JsonMapper.shared().readTree(out());
        assertThat(document.get("fits").asBoolean()).isFalse();
        assertThat(document.get("overBy").asLong()).isEqualTo(4 * 40 - 92);
        assertThat(document.get("sum").get("duringDeploy").asLong()).isEqualTo(160);
    }

    @Test
    void standard_input_is_a_file_too() {
        assertThat(budget(false, "services:\n  web: { size: 1 }\n", "-")).isZero();
        assertThat(budget(false, "services:\n  web: { siez: 1 }\n", "-")).isEqualTo(3);
        assertThat(err()).contains("standard input:2: unknown key: services.web.siez");
    }

    @Test
    void without_a_file_it_asks_a_person_and_keeps_the_answers() {
        Path kept = folder.resolve("kept.yaml");
        String answers = "200\nmany\n10\nweb\n3\n12\n\n20\nsome\n25%\n\ny\n" + kept + "\n";
        assertThat(budget(true, answers)).isEqualTo(1);
        assertThat(out()).contains("many is no whole number from 0 on", "some is neither a number nor a percentage", "OVER by 113");
        out.reset();
        assertThat(budget(false, "", kept.toString())).isEqualTo(1);
        assertThat(out()).contains("OVER by 113");
    }

    @Test
    void without_a_file_and_without_a_person_it_says_what_to_do() {
        assertThat(budget(false, "")).isEqualTo(3);
        assertThat(err()).contains("nobody to ask", "./lab budget --example > budget.yaml");
    }

    @Test
    void an_input_that_ends_too_early_loses_nothing_and_is_bad_input() {
        assertThat(budget(true, "200\n")).isEqualTo(3);
        assertThat(err()).contains("the input ended before the last answer");
    }

    @Test
    void a_file_that_is_not_there_and_a_server_that_does_not_answer_are_told_apart() throws Exception {
        assertThat(budget(false, "", folder.resolve("no.yaml").toString())).isEqualTo(3);
        assertThat(err()).contains("there is no file").contains("no.yaml");
        String fine = file("services:\n  web: { size: 1 }\n");
        assertThat(budget(false, "", fine, "--url", "jdbc:postgresql://127.0.0.1:1/shop")).isEqualTo(4);
        assertThat(err()).contains("The server cannot be asked", "08001");
        assertThat(budget(false, "", fine, "--url", "jdbc:oracle:thin:@db")).isEqualTo(3);
        assertThat(err()).contains("is no JDBC URL of PostgreSQL");
    }

    @Test
    void a_running_server_is_asked_for_its_limits_and_its_clients() throws Exception {
        Path target = Path.of("target").toAbsolutePath();
        Folders folders = Folders.at(target.resolve("lab-home"), target.resolve("../../kit/target/lab-cache").normalize());
        var options = EmbeddedPostgres.Options.standard()
                .withSetting("max_connections", "50")
                .withSetting("reserved_connections", "2");
        try (var server = EmbeddedPostgres.start(folders, options); Connection client = server.observe()) {
            String url = server.url() + "?user=" + server.observer().role() + "&password=" + server.observer().password();
            assertThat(client.isValid(5)).isTrue();
            assertThat(budget(false, "", file("services:\n  web: { size: 41, surge: 0 }\n"), "--url", url)).isEqualTo(1);
            assertThat(out()).startsWith("PostgreSQL 18").contains("poollab observer", "OVER by 1\n");
            assertThat(out()).doesNotContain(server.observer().password());
        }
    }
}
