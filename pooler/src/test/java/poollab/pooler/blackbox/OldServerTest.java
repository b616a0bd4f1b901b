package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is otherwise on a server before PostgreSQL 18, where the system has one (Debian's). */
class OldServerTest {
    private static Path folder;
    private static Path programs;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> found = installed();
        assumeTrue(found.isPresent(), "no PostgreSQL before 18 is installed (Debian: postgresql)");
        programs = found.get();
        folder = Files.createTempDirectory("pooler-old", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxrwxrwx")));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        run("initdb", "-D", folder + "/data", "-A", "trust", "-U", "postgres", "-N");
        run("pg_ctl", "-D", folder + "/data", "-w", "-l", folder + "/log", "-o",
                "-p " + port + " -k " + folder + " -c listen_addresses=127.0.0.1 -c max_connections=6 -c superuser_reserved_connections=3", "start");
        try (RawClient root = RawClient.login(port, "postgres", "postgres", "")) {
            root.query("create role plain login");
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (folder == null) return;
        run("pg_ctl", "-D", folder + "/data", "-m", "immediate", "stop");
        TempFolders.delete(folder);
    }

    private static Optional<Path> installed() throws IOException {
        Path debian = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(debian)) return Optional.empty();
        try (Stream<Path> versions = Files.list(debian)) {
            return versions.filter(version -> Integer.parseInt(version.getFileName().toString()) < 18).map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb"))).max(Comparator.naturalOrder());
        }
    }

    /** A server refuses to run as root. */
    private static void run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) command.addAll(List.of("setpriv", "--reuid=nobody", "--clear-groups"));
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("old", ".txt");
        int code = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start().waitFor();
        String said = Files.readString(output);
        Files.delete(output);
        assertThat(code).as(said).isZero();
    }

    private static PoolerRig rig(String... settings) {
        return PoolerRig.plan().database("old", "port=" + port + " dbname=postgres").secret("plain", "").set(settings).start();
    }

    /** It reports no search_path, so the pooler cannot keep it true. */
    @Test
    void aSearchPathAtTheStartIsRefused() {
        assumeTrue(!PoolerUnderTest.isPeer(), "PgBouncer 1.25.2 follows no search_path at all");
        try (PoolerRig rig = rig("default_pool_size = 1"); RawClient refused = rig.connect()) {
            assertThat(refused.tryLogin("old", "plain", "", "search_path", "shop").error()).isEqualTo("FATAL 08P01 unsupported startup parameter: search_path");
            try (RawClient client = rig.login("old", "plain", "", "DateStyle", "German")) {
                assertThat(client.value("show datestyle")).startsWith("German");
            }
        }
    }

    @Test
    void aSearchPathThatIsSetStaysWithTheServer() {
        try (PoolerRig rig = rig("default_pool_size = 1"); RawClient one = rig.login("old", "plain", ""); RawClient other = rig.login("old", "plain", "")) {
            one.query("set search_path = evil");
            assertThat(other.value("show search_path")).isEqualTo("evil");
        }
    }

    @Test
    void theLastConnectionsAreKeptForTheSuperuserInItsWords() {
        List<RawClient> direct = new ArrayList<>();
        try (PoolerRig rig = rig("server_login_retry = 1"); RawClient refused = rig.connect()) {
            for (int i = 0; i < 3; i++) direct.add(RawClient.login(port, "postgres", "plain", ""));
            assertThat(refused.tryLogin("old", "plain", "").error())
                    .isEqualTo("FATAL 53300 remaining connection slots are reserved for non-replication superuser connections");
        } finally {
            direct.forEach(RawClient::close);
        }
    }

    @Test
    void aTransactionInTwoPhasesNeedsTheServersSetting() {
        try (PoolerRig rig = rig(); RawClient client = rig.login("old", "plain", "")) {
            client.query("begin");
            assertThat(client.query("prepare transaction 'one'").error()).isEqualTo("ERROR 55000 prepared transactions are disabled");
            assertThat(client.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void pgDumpReadsTheDatabase() throws Exception {
        try (RawClient root = RawClient.login(port, "postgres", "postgres", "")) {
            root.query("create table if not exists dumped (a int)");
            root.query("grant all on dumped to plain");
        }
        try (PoolerRig rig = rig("default_pool_size = 1", "ignore_startup_parameters = extra_float_digits")) {
            Path dump = folder.resolve("dump.sql");
            Files.deleteIfExists(dump);
            run("pg_dump", "-h", "127.0.0.1", "-p", "" + rig.port(), "-U", "plain", "-d", "old", "-t", "dumped", "-f", dump.toString());
            assertThat(Files.readString(dump)).contains("CREATE TABLE public.dumped", "COPY public.dumped (a) FROM stdin");
            try (RawClient next = rig.login("old", "plain", "")) {
                assertThat(next.value("select 1")).isEqualTo("1");
            }
        }
    }
}
