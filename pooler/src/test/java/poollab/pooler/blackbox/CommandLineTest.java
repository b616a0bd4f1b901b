package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line, the exit codes and the signals. */
@DisabledOnOs(OS.WINDOWS)
class CommandLineTest {
    @TempDir
    Path folder;
    private int port;
    private int metricsPort;
    private Path ini;

    @BeforeEach
    void configure() throws IOException {
        int[] ports = PoolerRig.freePorts();
        port = ports[0];
        metricsPort = ports[1];
        Files.writeString(folder.resolve("users.txt"), "\"app\" \"app-secret\"\n");
        ini = write("");
    }

    private Path write(String more) throws IOException {
        return Files.writeString(folder.resolve("my.ini"), """
                [databases]
                appdb = host=127.0.0.1 port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir = %s
                auth_type = trust
                auth_file = %s
                admin_users = app
                pidfile = %s
                pool_mode = transaction
                %s
                """.formatted(PostgresRig.get().port(), port, folder, folder.resolve("users.txt"), folder.resolve("my.pid"), more));
    }

    private PoolerProcess serving() {
        return PoolerProcess.serving(folder, ini.toString());
    }

    private RawClient client() {
        return RawClient.login(port, DATABASE, APP, APP_PASSWORD);
    }

    @Test
    void theVersionIsTheOneOfTheConsole() {
        try (PoolerProcess version = PoolerProcess.start(folder, "--version")) {
            assertThat(version.exitCode()).isZero();
            try (PoolerProcess pooler = serving(); RawClient console = RawClient.login(port, "pgbouncer", APP, APP_PASSWORD)) {
                assertThat(version.output().lines().findFirst()).contains(console.value("show version"));
                assertThat(pooler.isAlive()).isTrue();
            }
        }
    }

    @Test
    void helpNamesTheOptionsAndTheSignals() {
        try (PoolerProcess help = PoolerProcess.start(folder, "--help")) {
            assertThat(help.exitCode()).isZero();
            assertThat(help.output()).contains("--quiet", "--verbose", "HUP reload");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--port | unknown option --port. See: pooler --help",
        "-R | --reboot is not possible here",
        "no.ini | no.ini",
        "'' | which CONFIG_FILE? See: pooler --help"})
    void whatCannotBeStartedIsRefusedWithTheReason(String argument, String reason) {
        try (PoolerProcess refused = argument.isEmpty() ? PoolerProcess.start(folder) : PoolerProcess.start(folder, argument)) {
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.output()).contains(reason).doesNotContain("Exception", "\tat ");
        }
    }

    @Test
    void aBrokenConfigurationIsRefusedWithFileLineAndNearestName() throws IOException {
        write("pool_mod = session");

        try (PoolerProcess refused = PoolerProcess.start(folder, ini.toString())) {
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.output()).contains("my.ini:12: ", "pool_mod", "pool_mode").doesNotContain("\tat ");
        }
    }

    @Test
    void aBusyPortIsNamed() throws IOException {
        try (var taken = new ServerSocket(0, 1, java.net.InetAddress.getByName("127.0.0.1"))) {
            write("listen_port = " + taken.getLocalPort());
            try (PoolerProcess refused = PoolerProcess.start(folder, ini.toString())) {
                assertThat(refused.exitCode()).isEqualTo(1);
                assertThat(refused.output()).contains("cannot listen on 127.0.0.1:" + taken.getLocalPort(), "another listen_port");
            }
        }
        assertThat(folder.resolve("my.pid")).doesNotExist();
    }

    @Test
    void aBusyMetricsPortIsNamed() throws IOException {
        try (var taken = new ServerSocket(0, 1, java.net.InetAddress.getByName("127.0.0.1"))) {
            write("metrics_port = " + taken.getLocalPort());
            try (PoolerProcess refused = PoolerProcess.start(folder, ini.toString())) {
                assertThat(refused.exitCode()).isEqualTo(1);
                assertThat(refused.output()).contains("cannot listen on 127.0.0.1:" + taken.getLocalPort(), "ss -ltnp", "another metrics_port")
                        .doesNotContain("\tat ");
            }
        }
        assertThat(folder.resolve("my.pid")).doesNotExist();
        assertThat(folder.resolve(".s.PGSQL." + port)).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "metrics_port = 70000 | my.ini:12: metrics_port: 70000 is out of range; allowed: a whole number from 0 to 65535",
        "metrics_port = on | metrics_port: \"on\" is not a number",
        "metrics_port = PORT | metrics_port and listen_port are both PORT: set another metrics_port",
        "metrics_port = 1;metrics_addr = [nowhere | This machine knows no host of that name: set another metrics_addr.",
        "metrics_port = 1;metrics_addr = 192.0.2.1 | This machine does not have the address: ip address tells which it has; set another metrics_addr.",
        "listen_addr = 192.0.2.1 | This machine does not have the address: ip address tells which it has; set another listen_addr."})
    void aPlaceWhereNobodyCanListenIsRefusedWithTheReason(String settings, String reason) throws IOException {
        write(settings.replace(";", "\n").replace("PORT", "" + port));
        try (PoolerProcess refused = PoolerProcess.start(folder, ini.toString())) {
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.output()).contains(reason.replace("PORT", "" + port)).doesNotContain("Exception", "\tat ");
        }
    }

    @Test
    void metricsAreThereUntilTheEndOfAShutdownThatWaits() throws IOException {
        write("metrics_port = " + metricsPort);
        try (PoolerProcess pooler = serving()) {
            assertThat(pooler.output()).contains("metrics on http://127.0.0.1:" + metricsPort + "/metrics");
            try (RawClient client = client()) {
                pooler.signal("TERM");
                Pause.until("it has been told", () -> pooler.output().contains("SIGTERM"));
                assertThat(HttpClient.get(metricsPort, "/metrics").body()).contains("pgbouncer_up 1\n");
                assertThat(client.value("select 1")).isEqualTo("1");
            }
            assertThat(pooler.exitCode()).isZero();
            assertThatThrownBy(() -> HttpClient.get(metricsPort, "/metrics")).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void aSecondOneWithTheSamePidfileIsRefused() {
        try (PoolerProcess pooler = serving(); PoolerProcess second = PoolerProcess.start(folder, ini.toString())) {
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.output()).contains("names process " + pooler.pid());
            assertThat(folder.resolve("my.pid")).hasContent(String.valueOf(pooler.pid()));
        }
    }

    @Test
    void termWaitsForTheClientsAndLeavesNothingBehind() {
        try (PoolerProcess pooler = serving()) {
            Path socket = folder.resolve(".s.PGSQL." + port);
            assertThat(socket).exists();
            try (RawClient client = client()) {
                pooler.signal("TERM");
                Pause.until("it has been told", () -> pooler.output().contains("SIGTERM"));
                assertThat(client.value("select 1")).isEqualTo("1");
                assertThat(pooler.isAlive()).isTrue();
            }
            assertThat(pooler.exitCode()).isZero();
            assertThat(socket).doesNotExist();
            assertThat(folder.resolve("my.pid")).doesNotExist();
        }
    }

    @Test
    void aSecondTermEndsItAtOnce() {
        try (PoolerProcess pooler = serving(); RawClient client = client()) {
            assertThat(client.value("select 1")).isEqualTo("1");
            pooler.signal("TERM");
            Pause.until("it has been told", () -> pooler.output().contains("SIGTERM"));
            pooler.signal("TERM");
            assertThat(pooler.exitCode()).isZero();
        }
    }

    @Test
    void intWaitsForTheServersOnly() {
        try (PoolerProcess pooler = serving(); RawClient client = client(); RawClient idle = client()) {
            client.query("begin");
            pooler.signal("INT");
            Pause.until("it has been told", () -> pooler.output().contains("SIGINT"));
            assertThat(client.value("select 1")).isEqualTo("1");
            client.query("commit");
            assertThat(pooler.exitCode()).isZero();
            assertThat(idle.readToEnd().messages()).isEmpty();
        }
    }

    @Test
    void quitEndsItAtOnce() {
        try (PoolerProcess pooler = serving(); RawClient client = client()) {
            client.query("begin");
            pooler.signal("QUIT");
            assertThat(pooler.exitCode()).isEqualTo(3);
        }
    }

    @Test
    void hupReadsTheConfigurationAgain() throws IOException {
        try (PoolerProcess pooler = serving(); RawClient console = RawClient.login(port, "pgbouncer", APP, APP_PASSWORD)) {
            write("default_pool_size = 7");
            pooler.signal("HUP");
            Pause.until("the new value is there", () -> console.query("show config").table().stream()
                    .anyMatch(row -> row.get("key").equals("default_pool_size") && row.get("value").equals("7")));
            assertThat(pooler.isAlive()).isTrue();
        }
    }

    @Test
    void usr1PausesAndUsr2Resumes() {
        try (PoolerProcess pooler = serving(); RawClient client = client()) {
            pooler.signal("USR1");
            Pause.until("it has been told", () -> pooler.output().contains("SIGUSR1"));
            client.send(Wire.query("select 'served'"));
            assertThat(client.isSilentFor(500)).isTrue();
            pooler.signal("USR2");
            assertThat(client.readReply().value()).isEqualTo("served");
        }
    }
}
