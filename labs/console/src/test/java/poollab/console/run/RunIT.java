package poollab.console.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import poollab.bench.Json;
import poollab.bench.Run;
import poollab.bench.RunStore;
import poollab.bench.Verdict.Answer;

/** {@code ./lab run} as a process: what it prints, what it leaves behind, however it ends. */
class RunIT {
    @TempDir
    Path home;

    private void noProcessAndNoServerIsLeft() throws Exception {
        LabProcess.await(() -> LabProcess.processesOf(home).isEmpty(), "processes are left: " + LabProcess.processesOf(home));
        LabProcess.await(() -> LabProcess.sessionsIn(home).isEmpty(), "folders are left: " + LabProcess.sessionsIn(home));
    }

    private void nothingIsLeft() throws Exception {
        noProcessAndNoServerIsLeft();
        assertThat(home.resolve("counters")).satisfiesAnyOf(
                folder -> assertThat(folder).doesNotExist(), folder -> assertThat(folder).isEmptyDirectory());
    }

    @Test
    void json_is_one_document_and_nothing_else() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "01", "--quick", "--json", "--seed", "5")) {
            assertThat(lab.exit()).as(lab.err()).isZero();
            assertThat(lab.err()).isEmpty();
            Run run = Json.read(lab.out(), Run.class);
            assertThat(run.lab()).isEqualTo("01");
            assertThat(run.seed()).isEqualTo(5);
            assertThat(run.claims()).extracting(claim -> claim.verdict()).doesNotContain(Answer.NOT_HELD, Answer.UNCLEAR);
            assertThat(run.environment().server()).startsWith("PostgreSQL 18");
            assertThat(new RunStore(home.resolve("runs")).load("latest")).isEqualTo(run);
            assertThat(home.resolve("runs/latest/transcript.txt")).content().contains("All 5 claims hold.");
            assertThat(home.resolve("runs/latest/slots.svg")).content().startsWith("<svg");
        }
        nothingIsLeft();
    }

    @Test
    void piped_output_is_plain_lines_of_at_most_eighty_columns() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "02", "--quick", "--set", "tenants=10")) {
            assertThat(lab.exit()).as(lab.out() + lab.err()).isZero();
            assertThat(lab.out()).doesNotContain("\u001b", "\r");
            // The last lines name folders, which are as long as they are.
            assertThat(lab.out().lines().filter(line -> !line.startsWith("Record:")))
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        }
        nothingIsLeft();
    }

    @Test
    void what_a_learner_takes_along_stands_beside_the_record() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "12", "--quick", "--set", "fault=budget", "--quiet")) {
            assertThat(lab.exit()).as(lab.out() + lab.err()).isZero();
        }
        assertThat(home.resolve("runs/latest/poollab-alerts.yml")).content().contains("ConnectionBudgetExceeded");
        assertThat(home.resolve("runs/latest/poollab-grafana.json")).content().startsWith("{");
        assertThat(home.resolve("runs/latest/transcript.txt")).content().contains("Dashboard", "backends");
        nothingIsLeft();
    }

    @Test
    void settings_that_a_lab_refuses_are_bad_input() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "12", "--quick", "--set", "pooler=pgpool")) {
            assertThat(lab.exit()).as(lab.out() + lab.err()).isEqualTo(3);
            assertThat(lab.out()).contains("pgpool-II has no transaction mode");
        }
        nothingIsLeft();
    }

    @Test
    void a_document_stands_alone_even_where_something_needs_attention() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "12", "--quick", "--set", "pooler=pgpool", "--json", "--quiet")) {
            assertThat(lab.exit()).as(lab.out() + lab.err()).isEqualTo(3);
            assertThat(Json.read(lab.out(), Run.class).reason()).contains("pgpool-II has no transaction mode");
        }
        nothingIsLeft();
    }

    @Test
    void a_signal_while_a_fault_is_staged_ends_the_run() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "12", "--quick", "--set", "fault=saturation")) {
            lab.says("saturation: 30 clients");
            lab.signal("INT");
            assertThat(lab.exit()).isEqualTo(130);
        }
        nothingIsLeft();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void a_signal_ends_the_run_keeps_what_came_and_leaves_nothing(String signal, int code) throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "01")) {
            lab.says("request 6    waits");
            lab.signal(signal);
            assertThat(lab.exit()).isEqualTo(code);
            assertThat(lab.out()).contains("Record: ", "Next: ");
            Run run = new RunStore(home.resolve("runs")).load("latest");
            assertThat(run.ending()).isEqualTo(Run.Ending.INTERRUPTED);
            assertThat(run.figure("requests.served").orElseThrow().value()).isEqualTo(5);
        }
        nothingIsLeft();
    }

    private boolean serverIsReady() throws Exception {
        for (Path session : LabProcess.sessionsIn(home)) {
            Path pid = session.resolve("data/postmaster.pid");
            if (Files.exists(pid) && Files.readString(pid).contains("ready")) return true;
        }
        return false;
    }

    @Test
    void a_signal_does_not_cost_the_document() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "01", "--json", "--seed", "7")) {
            LabProcess.await(this::serverIsReady, "no server");
            lab.signal("INT");
            assertThat(lab.exit()).isEqualTo(130);
            assertThat(lab.out()).startsWith("{").endsWith("}\n").contains("\"seed\" : 7");
        }
        nothingIsLeft();
    }

    @Test
    void a_signal_while_instances_run_leaves_none_of_them() throws Exception {
        try (LabProcess lab = LabProcess.start(
                home, "run", "06", "--quick", "--set", "instances=4", "--set", "max-connections=50", "--set", "pool-size=10")) {
            lab.says("few          3 instances");
            lab.signal("INT");
            assertThat(lab.exit()).isEqualTo(130);
        }
        nothingIsLeft();
        LabProcess.await(() -> LabProcess.processesOf(Path.of("poollab.load.Instance")).isEmpty(), "an instance is left");
    }

    @Test
    void a_signal_while_everybody_waits_behind_a_lock_ends_the_run() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "03", "--quick")) {
            lab.says("a migration locks the table");
            lab.signal("INT");
            assertThat(lab.exit()).isEqualTo(130);
            assertThat(lab.out()).contains("Record: ");
        }
        nothingIsLeft();
    }

    @Test
    void all_labs_run_one_after_another_and_a_signal_ends_the_present_one_and_the_rest() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "all", "--quick")) {
            lab.says("Lab 02 fragmentation");
            lab.says("per-tenant   ok     round 1");
            lab.signal("INT");
            assertThat(lab.exit()).isEqualTo(130);
            RunStore store = new RunStore(home.resolve("runs"));
            assertThat(store.ids()).hasSize(2);
            assertThat(store.load("2").ending()).isEqualTo(Run.Ending.COMPLETED);
            assertThat(store.load("latest").ending()).isEqualTo(Run.Ending.INTERRUPTED);
            assertThat(home.resolve("runs/latest/transcript.txt")).content().doesNotContain("Lab 01");
        }
        nothingIsLeft();
    }

    @Test
    void kill_9_leaves_no_process_and_the_next_run_sweeps_what_else_there_is() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "01")) {
            lab.says("request 6    waits");
            lab.signal("KILL");
            lab.exit();
        }
        noProcessAndNoServerIsLeft();
        try (LabProcess next = LabProcess.start(home, "run", "01", "--quick", "--set", "fault=none", "--quiet")) {
            assertThat(next.exit()).as(next.err()).isZero();
        }
        nothingIsLeft();
    }

    @Test
    void a_second_instance_does_not_outlive_a_killed_run() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "run", "02", "--set", "rounds=50")) {
            lab.says("per-tenant   ok     round 1");
            lab.signal("KILL");
            lab.exit();
        }
        noProcessAndNoServerIsLeft();
        LabProcess.await(() -> LabProcess.processesOf(Path.of("SecondInstance")).isEmpty(), "a second instance is left");
    }

    @Test
    void two_runs_at_once_do_not_disturb_each_other() throws Exception {
        try (LabProcess one = LabProcess.start(home, "run", "01", "--quick", "--quiet");
                LabProcess other = LabProcess.start(home, "run", "01", "--quick", "--quiet", "--set", "fault=none")) {
            assertThat(one.exit()).as(one.out() + one.err()).isZero();
            assertThat(other.exit()).as(other.out() + other.err()).isZero();
        }
        assertThat(new RunStore(home.resolve("runs")).ids()).hasSize(2);
        nothingIsLeft();
    }

    @Test
    void a_taken_port_is_one_message_and_exit_4() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LabProcess lab = LabProcess.start(home, "run", "01", "--port", "" + taken.getLocalPort())) {
            assertThat(lab.exit()).isEqualTo(4);
            assertThat(lab.out()).isEmpty();
            assertThat(lab.err()).startsWith("lab: Port " + taken.getLocalPort()).contains("taken");
            assertThat(new RunStore(home.resolve("runs")).ids()).isEmpty();
        }
        nothingIsLeft();
    }

    @Test
    void a_chosen_port_is_used() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (LabProcess lab = LabProcess.start(home, "run", "01", "--quick", "--port", "" + port)) {
            assertThat(lab.exit()).as(lab.err()).isZero();
            assertThat(lab.out()).contains("127.0.0.1:" + port + "/bookstore");
        }
    }

    @Test
    void a_full_home_is_one_message_with_figures_and_exit_4() throws Exception {
        assumeTrue(isRoot(), "only root can mount a small disk");
        Path small = Files.createDirectory(home.resolve("small"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", small.toString()) == 0, "no mount here");
        try (LabProcess lab = LabProcess.start(small, "run", "01")) {
            assertThat(lab.exit()).isEqualTo(4);
            assertThat(lab.out()).isEmpty();
            assertThat(lab.err()).startsWith("lab: ").contains("MB").doesNotContain("Exception");
            assertThat(LabProcess.processesOf(small)).isEmpty();
        } finally {
            run("umount", small.toString());
        }
    }

    @Test
    void a_home_that_is_read_only_is_one_message_and_exit_4() throws Exception {
        assumeTrue(isRoot(), "needs another user than the owner");
        Path readOnly = Files.createDirectory(home.resolve("read-only"));
        run("chmod", "755", home.toString(), readOnly.toString());
        try (LabProcess lab = LabProcess.start(readOnly, readOnly.resolve("cache"), nobody(), "run", "01")) {
            assertThat(lab.exit()).isEqualTo(4);
            assertThat(lab.err()).startsWith("lab: ").contains("LAB_HOME").doesNotContain("Exception:");
        }
    }

    @Test
    void a_plain_user_runs_it_too() throws Exception {
        assumeTrue(isRoot(), "run as a plain user, every test here shows it");
        run("chmod", "755", home.toString());
        Path theirs = Files.createDirectory(home.resolve("nobody"));
        run("chown", "65534:65534", theirs.toString());
        assumeTrue(run(of(nobody(), "test", "-r", LabProcess.ROOT.resolve("lab").toString())) == 0,
                "the checkout lies where other users cannot read");
        try (LabProcess lab = LabProcess.start(theirs, theirs.resolve("cache"), nobody(), "run", "01", "--quick", "--quiet")) {
            assertThat(lab.exit()).as(lab.out() + lab.err()).isZero();
        }
        nothingIsLeft();
    }

    private static List<String> nobody() {
        return List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    }

    private static String[] of(List<String> before, String... words) {
        List<String> all = new java.util.ArrayList<>(before);
        all.addAll(List.of(words));
        return all.toArray(String[]::new);
    }

    private static boolean isRoot() throws Exception {
        return "root".equals(System.getProperty("user.name"));
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).inheritIO().start().waitFor();
    }
}
