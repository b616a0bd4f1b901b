package poollab.console.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./lab pooler}: the launcher hands everything over to the pooler. */
@DisabledOnOs(OS.WINDOWS)
class PoolerIT {
    @TempDir
    Path world;

    @Test
    void everyWordAfterItIsThePoolers() {
        Checkout checkout = new Checkout(world);

        Ran.Running running = Ran.start(checkout.command("pooler", "-q", "my own.ini", "--help", "*"));
        long launcher = running.process().pid();
        Ran ran = running.end();

        assertThat(ran.out()).endsWith("[poollab.pooler.Main]\n[-q]\n[my own.ini]\n[--help]\n[*]\n");
        assertThat(ran.out()).contains("pid " + launcher + "\n").doesNotContain("TieredStopAtLevel", "AOTCache");
    }

    @Test
    void itsFlagsCanBeReplaced() {
        Checkout checkout = new Checkout(world);
        checkout.environment.put("LAB_POOLER_FLAGS", "-Xmx1g -Dx=y");

        assertThat(checkout.lab("pooler", "my.ini").out()).contains("[-Xmx1g]\n[-Dx=y]\n[-cp]").doesNotContain("Serial");
    }

    @Test
    void thePoolerAnswersAndItsExitCodeIsTheLaunchers() {
        Checkout checkout = new Checkout(world).withRealApp();

        assertThat(checkout.lab("pooler", "--version").out()).startsWith("PgBouncer ").contains("Pool Lab pooler");
        assertThat(checkout.lab("pooler", "--help").out()).contains("Usage: pooler").contains("CONFIG_FILE");
        Ran ran = checkout.lab("pooler", world.resolve("none.ini").toString());
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).contains("none.ini: no such file");
    }

    @Test
    void aSignalToTheLauncherEndsThePooler() throws Exception {
        Checkout checkout = new Checkout(world).withRealApp();
        int port = freePort();
        Path ini = Files.writeString(world.resolve("pooler.ini"), """
                [databases]
                shop = host=127.0.0.1 port=1
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                """.formatted(port));
        Ran.Running running = Ran.start(checkout.command("pooler", ini.toString()));
        while (!listens(port)) {
            assertThat(running.process().isAlive()).isTrue();
            Thread.sleep(50);
        }

        long pid = running.process().pid();
        Ran.run(List.of("kill", "-QUIT", String.valueOf(pid)));

        assertThat(running.end().exit()).isEqualTo(3);
        assertThat(Path.of("/tmp", ".java_pid" + pid)).doesNotExist();
        assertThat(Path.of("/tmp", "hsperfdata_" + System.getProperty("user.name"), String.valueOf(pid))).doesNotExist();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
