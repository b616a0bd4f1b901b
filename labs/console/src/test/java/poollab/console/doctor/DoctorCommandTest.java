package poollab.console.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import poollab.bench.Json;
import poollab.console.doctor.Commands.Ended;
import poollab.console.doctor.Commands.Hung;
import poollab.console.doctor.Commands.NotStarted;

class DoctorCommandTest {
    private static final long GIB = 1L << 30;
    private static final Facts GOOD =
            new Facts("25.0.3", "Eclipse Adoptium", "/jdks/25", 8, 16 * GIB, 4 * GIB, "linux-x86_64", true);
    private static final Facts UNPACKAGED =
            new Facts("25.0.3", "Eclipse Adoptium", "/jdks/25", 1, GIB, GIB / 4, "linux-riscv64", false);
    private static final String DOCKER = "docker info --format {{.ServerVersion}}";

    @TempDir
    Path home;

    private final StringWriter out = new StringWriter();
    private int exit;

    @Test
    void everythingFoundIsALineEach() {
        String page = page(80, GOOD, new PretendedCommands()
                .prints("id -u", "1000").prints("id -un", "ada")
                .prints(DOCKER, "28.5.1")
                .prints("psql --version", "psql (PostgreSQL) 18.1 (Debian 18.1-1)")
                .prints("pgbench --version", "pgbench (PostgreSQL) 18.1")
                .prints("pgbouncer --version", "PgBouncer 1.25.0\nlibevent 2.1.12-stable")
                .prints("pgpool --version", "pgpool-II version 4.6.3 (chirikoboshi)")
                .prints("promtool --version", "promtool, version 3.5.0 (branch: HEAD)"));

        assertThat(page.replaceAll("LAB_HOME.*", "LAB_HOME    (here)")).isEqualTo("""
                ok       Java        25.0.3, Eclipse Adoptium, /jdks/25
                ok       cores       8
                ok       memory      16.0 GiB, heap up to 4.0 GiB
                ok       LAB_HOME    (here)
                ok       PostgreSQL  packaged for linux-x86_64
                ok       Docker      engine 28.5.1 answers
                ok       psql        18.1
                ok       pgbench     18.1
                ok       pgbouncer   1.25.0
                ok       pgpool      4.6.3
                ok       promtool    3.5.0

                Labs can run here. Begin: ./lab run 01
                """);
        assertThat(exit).isZero();
    }

    @Test
    void nothingFoundFitsOneScreenAndSaysWhatToDo() {
        String page = page(80, UNPACKAGED, new PretendedCommands().prints("apt-get", ""));

        assertThat(page.lines()).hasSizeLessThan(24).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(page)
                .contains("missing  PostgreSQL  not packaged for linux-riscv64")
                .contains("missing  Docker      not on PATH\n         Optional, no lab needs it: sudo apt install docker.io\n")
                .contains("         Optional, to type SQL by hand: sudo apt install postgresql-client\n")
                .endsWith("Labs cannot run here yet: mend PostgreSQL or LAB_HOME above, or start Docker.\n");
        assertThat(exit).isEqualTo(4);
    }

    @Test
    void aNarrowScreenWrapsAtItsWidth() {
        assertThat(page(40, GOOD, new PretendedCommands()).lines().filter(line -> !line.contains("/")))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40));
    }

    @Test
    void colourComesOnTopOfTheWord() {
        examine(80, Ansi.ON, GOOD, new PretendedCommands());

        assertThat(out.toString())
                .contains("\u001b[32mok\u001b[0m       Java")
                .contains("\u001b[1;31mmissing\u001b[0m  psql");
    }

    @Test
    @SuppressWarnings("unchecked")
    void theJsonIsOneDocument() {
        examine(80, Ansi.OFF, GOOD, new PretendedCommands().prints("psql --version", "psql (PostgreSQL) 18.1"), "--json");

        Map<String, Object> document = Json.read(out.toString(), Map.class);
        assertThat(document).containsOnlyKeys("checks", "canRun").containsEntry("canRun", true);
        assertThat((Iterable<Map<String, Object>>) document.get("checks"))
                .contains(Map.of("id", "psql", "status", "ok", "found", "18.1", "advice", ""))
                .extracting(check -> check.get("id"))
                .containsExactly("jdk", "cores", "memory", "home", "engine", "docker", "psql", "pgbench", "pgbouncer",
                        "pgpool", "promtool");
    }

    @Test
    void dockerAloneIsEnoughToRun() {
        page(80, UNPACKAGED, new PretendedCommands().prints(DOCKER, "28.5.1"));

        assertThat(exit).isZero();
    }

    @Test
    void aHangingDockerIsAWarning() {
        assertThat(page(80, GOOD, new PretendedCommands().answers(DOCKER, new Hung(Duration.ofSeconds(4)))))
                .contains("warning  Docker      client found, no answer within 4 s\n");
    }

    @Test
    void aDockerThatOneMayNotUseIsToldFromOneThatIsNotRunning() {
        var refused = new PretendedCommands().answers(DOCKER, new Ended(1, "permission denied while trying to connect"));
        var stopped = new PretendedCommands().answers(DOCKER, new Ended(1, "Cannot connect to the Docker daemon"));

        assertThat(page(80, GOOD, refused)).contains("sudo usermod -aG docker");
        assertThat(page(80, GOOD, stopped)).contains("sudo systemctl start docker");
    }

    @Test
    void rootRunsPostgresThroughTheFirstWayThatWorks() {
        String question = " /bin/sh -c test \"$(id -u)\" != 0";
        var forbidden = new PretendedCommands().prints("id -u", "0").answers("unshare -U --" + question, new Ended(1, ""));

        assertThat(page(80, GOOD, forbidden)).contains("missing  PostgreSQL  packaged for linux-x86_64, but it refuses to run as root");
        assertThat(exit).isEqualTo(4);
        forbidden.prints("setpriv --reuid=65534 --regid=65534 --clear-groups --" + question, "");
        assertThat(page(80, GOOD, forbidden)).contains("ok       PostgreSQL  packaged for linux-x86_64; root runs it through setpriv");
    }

    @Test
    void aUserWithoutANameCannotRunPostgres() {
        var nameless = new PretendedCommands().prints("id -u", "12345")
                .answers("id -un", new Ended(1, "id: cannot find name for user ID 12345"));

        assertThat(page(80, GOOD, nameless)).contains("but this user has no name", "/etc/passwd");
    }

    @Test
    void aToolThatFailsIsAWarningWithItsWords() {
        var broken = new PretendedCommands().answers("psql --version", new Ended(127, "libpq.so.5: cannot open shared object"))
                .answers("pgbench --version", new NotStarted("Exec format error"));

        assertThat(page(120, GOOD, broken))
                .contains("warning  psql        --version ended with 127: libpq.so.5: cannot open shared object\n")
                .contains("warning  pgbench     cannot be started: Exec format error\n");
    }

    @Test
    void aFullDiskStopsLabsAndANearlyFullOneWarns() {
        Path there = Path.of("/home/ada/.lab");

        assertThat(MachineChecks.room(there, 100L << 20).status()).isEqualTo(Check.Status.MISSING);
        assertThat(MachineChecks.room(there, 700L << 20).found()).isEqualTo("/home/ada/.lab, writable, 700 MiB free");
        assertThat(MachineChecks.room(there, 700L << 20).status()).isEqualTo(Check.Status.WARNING);
        assertThat(MachineChecks.room(there, 2 * GIB).status()).isEqualTo(Check.Status.OK);
    }

    @Test
    void aHomeThatIsAFileIsMissing() {
        assertThat(MachineChecks.home(Path.of("/etc/passwd/lab")).advice()).contains("export LAB_HOME=");
    }

    private String page(int width, Facts facts, Commands commands) {
        out.getBuffer().setLength(0);
        examine(width, Ansi.OFF, facts, commands);
        return out.toString();
    }

    private void examine(int width, Ansi ansi, Facts facts, Commands commands, String... arguments) {
        exit = new CommandLine(new DoctorCommand(home, width, true, facts, commands))
                .setOut(new PrintWriter(out))
                .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
                .execute(arguments);
    }
}
