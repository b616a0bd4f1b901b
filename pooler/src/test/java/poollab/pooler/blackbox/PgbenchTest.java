package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;
import static poollab.pooler.blackbox.PostgresRig.TRUSTED;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL's own load generator and client, where they are installed: many clients on few server connections, none of them fails. */
class PgbenchTest {
    private static final int POOL = 20;
    private static Path pgbench;
    private static Path psql;

    @BeforeAll
    static void prepare() throws Exception {
        pgbench = find("pgbench");
        psql = find("psql");
        assumeTrue(pgbench != null && psql != null, "pgbench and psql are not installed (Debian: postgresql-client, postgresql-contrib)");
        PostgresRig.get().run("grant create on schema public to " + TRUSTED);
        assertThat(run(pgbench, "-i", "-q", "-s", "1", "-h", "127.0.0.1", "-p", String.valueOf(PostgresRig.get().port()), "-U", TRUSTED, DATABASE).code()).isZero();
    }

    private record Ran(int code, String output) {}

    @ParameterizedTest
    @ValueSource(strings = {"simple", "extended", "prepared"})
    void twoHundredAndFiftyClientsShareTwentyConnections(String protocol) throws Exception {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = " + POOL, "max_client_conn = 500")) {
            AtomicBoolean over = new AtomicBoolean();
            List<Integer> backends = new ArrayList<>();
            Thread watcher = Thread.ofVirtual().start(() -> {
                while (!over.get()) {
                    backends.add(PostgresRig.get().backends(DATABASE, TRUSTED));
                    Pause.millis(100);
                }
            });

            Ran ran = run(pgbench, "-n", "-S", "-M", protocol, "-c", "250", "-T", "3", "-h", "127.0.0.1", "-p", String.valueOf(rig.port()), "-U", TRUSTED, DATABASE);

            over.set(true);
            watcher.join();
            assertThat(ran.output()).contains("number of failed transactions: 0 (");
            assertThat(ran.code()).isZero();
            assertThat(backends).isNotEmpty().allMatch(count -> count <= POOL).anyMatch(count -> count > 1);
        }
    }

    @Test
    void writeTransactionsKeepTheirSums() throws Exception {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 5", "max_client_conn = 500")) {
            assertThat(run(pgbench, "-n", "-M", "extended", "-c", "30", "-t", "20", "-h", "127.0.0.1", "-p", String.valueOf(rig.port()), "-U", TRUSTED, DATABASE).code()).isZero();
        }
        try (RawClient root = PostgresRig.get().root()) {
            assertThat(root.value("select (select sum(abalance) from pgbench_accounts) = (select sum(delta) from pgbench_history)")).isEqualTo("t");
        }
    }

    @Test
    void psqlIsAtHomeInTheDatabaseAndInTheConsole() throws Exception {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 2")) {
            Ran database = run(psql, "-X", "-At", "-h", "127.0.0.1", "-p", String.valueOf(rig.port()), "-U", TRUSTED, "-d", DATABASE,
                    "-c", "\\d item", "-c", "select 'one'", "-c", "\\copy (select 'copied') to stdout");
            assertThat(database.output()).contains("id|integer", "one\n", "copied\n");
            Ran console = run(psql, "-X", "-h", "127.0.0.1", "-p", String.valueOf(rig.port()), "-U", PoolerRig.ADMIN, "-d", "pgbouncer",
                    "-c", "show pools", "-c", "show help", "-c", "show version");
            assertThat(console.code()).isZero();
            assertThat(console.output()).contains("cl_waiting", "Console usage", "PgBouncer 1.25.2");
        }
    }

    private static Ran run(Path program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("ran", ".txt");
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
            if (!process.waitFor(90, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError(program + " did not end: " + Files.readString(output));
            }
            return new Ran(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            Files.delete(output);
        }
    }

    private static Path find(String program) throws IOException {
        List<Path> folders = new ArrayList<>();
        for (String folder : System.getenv("PATH").split(":")) folders.add(Path.of(folder));
        Path debian = Path.of("/usr/lib/postgresql");
        if (Files.isDirectory(debian))
            try (Stream<Path> versions = Files.list(debian)) {
                versions.map(version -> version.resolve("bin")).forEach(folders::add);
            }
        Optional<Path> found = folders.stream().map(folder -> folder.resolve(program)).filter(Files::isExecutable).findFirst();
        return found.orElse(null);
    }
}
