package poollab.console.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import poollab.bench.Run;
import poollab.bench.RunStore;

/** The console at a terminal of 80×24, typed into as a learner does. */
class ConsoleIT {
    @TempDir
    Path home;

    private Tmux console(String... arguments) throws Exception {
        return Tmux.lab(home, 80, 24, arguments);
    }

    private RunStore runs() {
        return new RunStore(home.resolve("runs"));
    }

    /** However a test ends, even by closing the terminal. */
    @AfterEach
    void nothingIsLeft() throws Exception {
        LabProcess.await(() -> LabProcess.processesOf(home).isEmpty(), "processes are left");
        LabProcess.await(() -> LabProcess.sessionsIn(home).isEmpty(), "session folders are left");
    }

    @Test
    void a_learner_walks_through_the_first_lab() throws Exception {
        try (Tmux console = console("start", "01")) {
            console.prompts();
            assertThat(console.screen()).contains("Request 6 waits three seconds", "23:04:12 ERROR GET", "01 story>");
            assertThat(console.statusLine()).startsWith("Lab 01 · step 1/13 · 23 min left");
            console.press("Enter");
            console.asks("… Enter for more");
            console.press("Enter");
            console.asks("… Enter for more");
            console.press("Enter");
            console.asks("01 code>");
            predict(console);
            console.press("Enter");
            console.asks("01 run>");
            runAndCompare(console);
            console.enter("status");
            console.says("step       5/13 run");
            console.says("knobs      max-pool-size=10");
            console.says("PostgreSQL 18");
            console.enter("progress");
            console.says("01 leak           at step run");
            console.says("Predictions: 3 measured, 3 right");
            assertThat(console.statusLine()).contains("step 5/13", "server 127.0.0.1:");
            console.enter("quit");
            assertThat(console.exit()).isZero();
            assertThat(console.statusLine()).isEmpty();
        }
    }

    private static void predict(Tmux console) throws Exception {
        console.press("Enter");
        console.asks("your answer");
        console.type("x");
        console.press("Enter");
        console.says("Please answer with a letter from a to d.");
        console.type("b");
        console.press("Enter");
        console.says("How many milliseconds");
        console.type("3000");
        console.press("Enter");
        console.asks("01 predict>");
        console.press("Enter");
        console.says("What are the application’s sessions doing");
        console.type("c");
        console.press("Enter");
        console.says("Somebody proposes a pool of 10.");
        console.press("Enter");
        console.asks("01 predict-server>");
    }

    private void runAndCompare(Tmux console) throws Exception {
        console.enter("run --quick");
        console.says("Your predictions are about the full run: run");
        console.enter("run");
        console.says("verdict   right");
        console.enter("run");
        console.says("request 6    waits");
        console.press("C-c");
        console.says("The run broke off: ended from the keyboard");
        console.prompts();
        Run broken = runs().load("latest");
        assertThat(broken.ending()).isEqualTo(Run.Ending.INTERRUPTED);
        assertThat(broken.figure("requests.served").orElseThrow().value()).isEqualTo(5);
        console.enter("set max-pool-size 10");
        console.says("10  (default 5)");
        console.enter("run");
        console.says("All 3 claims hold.");
        console.enter("compare 3 1");
        console.says("max-pool-size  5     10");
        assertThat(runs().ids()).hasSize(4);
    }

    @Test
    void java_is_evaluated_and_an_endless_loop_ends_at_ctrl_c() throws Exception {
        try (Tmux console = console("start", "01")) {
            console.enter("java 1+1");
            console.says("==> 2");
            console.enter("java System.out.println(\"in the loop\"); while (true);");
            console.says("\nin the loop");
            console.press("C-c");
            console.prompts();
            console.enter("java 20+22");
            console.says("==> 42");
            console.enter("quit");
            assertThat(console.exit()).isZero();
        }
    }

    @Test
    void sql_is_asked_paged_cancelled_and_watched() throws Exception {
        try (Tmux console = console("start", "01")) {
            console.enter("sql");
            console.asks("bookstore=>");
            console.enter("select name");
            console.asks("bookstore->");
            console.enter("from customers where id = 1;");
            console.says("Theo Lindberg");
            console.asks("bookstore=>");
            console.enter("select pg_sleep(60);");
            console.press("C-c");
            console.says("canceling statement due to user request");
            console.enter("select 40+2 as answer;");
            console.says("42");
            console.asks("bookstore=>");
            console.enter("\\watch 1");
            console.says("every 1.0 s, Ctrl-C ends");
            console.press("C-c");
            console.asks("bookstore=>");
            console.enter("\\q");
            console.asks("01 story>");
            console.enter("quit");
            assertThat(console.exit()).isZero();
        }
    }

    @Test
    void the_second_lab_runs_in_its_main_steps() throws Exception {
        try (Tmux console = console("start", "02")) {
            console.prompts();
            assertThat(console.everything()).contains("A pull request", "02 story>").doesNotContain("Enter for more");
            for (String step : new String[] {"code", "predict", "predict-cost", "run"}) {
                console.press("Enter");
                console.comesTo("02 " + step + ">");
            }
            console.enter("run --quick tenants=10");
            console.says("claims hold.");
            console.enter("next");
            console.prompts();
            assertThat(console.answer()).contains("held in your run: ");
            console.enter("quit");
            assertThat(console.exit()).isZero();
        }
    }

    @Test
    void an_unknown_command_is_red_before_enter_and_has_a_suggestion_after() throws Exception {
        try (Tmux console = console()) {
            console.prompts();
            console.type("rnu");
            LabProcess.await(() -> console.styled().contains("\u001b[31mrnu"), "not red");
            console.press("Enter");
            console.says("Did you mean run?");
            console.prompts();
            console.type("run");
            LabProcess.await(() -> console.styled().contains("\u001b[1mrun"), "not bold");
        }
    }

    @Test
    void tab_shows_what_there_is_with_a_word_about_each() throws Exception {
        try (Tmux console = console("start", "01")) {
            console.prompts();
            console.press("Tab");
            console.says("go on to the next step");
            console.says("leave (Ctrl-D does the same)");
            console.type("set max");
            console.press("Tab");
            LabProcess.await(() -> console.screen().contains("01 story> set max-pool-size"), "not completed");
            console.press("C-u");
            console.type("run fault=");
            console.press("Tab");
            console.says("fault=open-transaction");
        }
    }

    @Test
    void the_console_goes_on_where_it_was_left_and_remembers_its_lines() throws Exception {
        try (Tmux console = console("start", "01")) {
            console.enter("next");
            console.prompts();
            console.enter("verbosity concise");
            console.prompts();
            console.press("C-d");
            assertThat(console.exit()).isZero();
        }
        assertThat(Files.readString(home.resolve("progress.txt"))).contains("code");
        try (Tmux console = console("start", "01")) {
            console.prompts();
            assertThat(console.everything()).contains("Going on at step 2.");
            console.press("Up");
            LabProcess.await(() -> console.screen().endsWith("01 code> verbosity concise"), "no history");
        }
    }

    @Test
    void a_server_that_dies_under_a_run_is_one_message_and_the_next_run_works() throws Exception {
        try (Tmux console = console("start", "01")) {
            console.enter("run");
            console.says("request 6    waits");
            for (String line : LabProcess.processesOf(home.resolve("sessions"))) {
                long pid = Long.parseLong(line.substring(0, line.indexOf(' ')));
                if (line.contains("postgres")) ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
            console.says("The database server is gone; the next run starts a fresh one.");
            console.prompts();
            assertThat(console.answer()).doesNotContain("\tat ").containsOnlyOnce("The run broke off:");
            console.enter("run --quick fault=none");
            console.says("claims hold.");
            console.enter("quit");
            assertThat(console.exit()).isZero();
        }
    }

    @Test
    void a_terminal_that_is_closed_under_a_run_keeps_the_record() throws Exception {
        try (Tmux console = console("start", "01")) {
            console.enter("run");
            console.says("request 6    waits");
        }
        nothingIsLeft();
        assertThat(runs().load("latest").ending()).isEqualTo(Run.Ending.INTERRUPTED);
    }

    @Test
    void a_resized_terminal_gets_lines_of_its_new_width() throws Exception {
        try (Tmux console = console("start", "01")) {
            console.prompts();
            console.resize(50, 24);
            console.enter("help");
            console.prompts();
            assertThat(console.answer().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(50));
        }
    }
}
