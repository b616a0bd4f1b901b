package poollab.console.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import poollab.bench.Json;

/** {@code ./lab bench pooler} as a process: the shape of what it finds, not the figures. */
@EnabledOnOs(OS.LINUX)
class PoolerBenchIT {
    @TempDir
    Path home;

    @BeforeAll
    static void needsPgbench() throws Exception {
        Stream<Path> places = Stream.of(System.getenv().getOrDefault("PATH", "").split(":")).map(Path::of);
        Path debian = Path.of("/usr/lib/postgresql");
        if (Files.isDirectory(debian))
            try (Stream<Path> versions = Files.list(debian)) {
                places = Stream.concat(places, versions.map(version -> version.resolve("bin")).toList().stream());
            }
        assumeTrue(places.anyMatch(folder -> Files.isExecutable(folder.resolve("pgbench"))),
                "pgbench drives the pooler, and is not installed: sudo apt install postgresql");
    }

    private void nothingIsLeft() throws Exception {
        LabProcess.await(() -> LabProcess.processesOf(home).isEmpty(), "processes are left: " + LabProcess.processesOf(home));
        LabProcess.await(() -> LabProcess.sessionsIn(home).isEmpty(), "folders are left: " + LabProcess.sessionsIn(home));
    }

    @Test
    void it_measures_every_protocol_and_idle_clients() throws Exception {
        Path json = home.resolve("bench.json");
        try (LabProcess lab = LabProcess.start(home, "bench", "pooler", "--seconds", "1", "--rounds", "1", "--clients", "10",
                "--idle", "50", "--json", json.toString())) {
            assertThat(lab.exit()).as(lab.out() + lab.err()).isZero();
            assertThat(lab.err()).isEmpty();
            assertThat(lab.out().lines().filter(line -> line.matches("  ((simple|extended|prepared) +10|(login|tls) +16)  bundled +[\\d,]+ .* 0 +\\d+")))
                    .hasSize(5);
            assertThat(lab.out()).contains("Memory with idle clients").doesNotContain("pgbouncer", "\u001b");
            assertThat(lab.out().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        }
        Map<?, ?> document = Json.read(Files.readString(json), Map.class);
        assertThat(document.get("complete")).isEqualTo(true);
        assertThat((List<?>) document.get("throughput")).hasSize(5).allSatisfy(each -> {
            Map<?, ?> series = (Map<?, ?>) each;
            assertThat(series.get("failed")).isEqualTo(0);
            assertThat((Integer) series.get("backends")).isBetween(1, 20);
            assertThat((Double) series.get("perSecond")).isPositive();
        });
        assertThat((List<?>) document.get("memory")).hasSize(2).allSatisfy(each ->
                assertThat((Integer) ((Map<?, ?>) each).get("heapBytes")).isBetween(500_000, 100_000_000));
        nothingIsLeft();
    }

    @Test
    void ctrl_c_tells_what_came_and_leaves_nothing() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "bench", "pooler", "--seconds", "3600")) {
            lab.says("warm-up");
            LabProcess.await(() -> LabProcess.processesOf(home).stream().anyMatch(line -> line.contains("pooler.ini")), "no pooler");
            lab.signal("INT");
            assertThat(lab.exit()).isEqualTo(130);
            assertThat(lab.out()).contains("Ended early");
            assertThat(lab.err()).isEmpty();
        }
        nothingIsLeft();
    }

    @Test
    void kill_9_leaves_nothing() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "bench", "pooler", "--seconds", "2")) {
            lab.says("warm-up");
            LabProcess.await(() -> LabProcess.processesOf(home).stream().anyMatch(line -> line.contains("pooler.ini")), "no pooler");
            lab.signal("KILL");
            lab.exit();
        }
        nothingIsLeft();
    }

    @Test
    void a_missing_pgbouncer_is_said_with_its_package() throws Exception {
        try (LabProcess lab = LabProcess.start(home, "bench", "pooler", "--against", "/nowhere/pgbouncer")) {
            assertThat(lab.exit()).isEqualTo(4);
            assertThat(lab.err().replaceAll("\\s+", " ")).contains("There is no program /nowhere/pgbouncer", "apt install pgbouncer");
        }
        try (LabProcess lab = LabProcess.start(home, "bench", "pooler", "--against", "/bin/true")) {
            assertThat(lab.exit()).isEqualTo(4);
            assertThat(lab.err()).contains("is not PgBouncer");
        }
    }
}
