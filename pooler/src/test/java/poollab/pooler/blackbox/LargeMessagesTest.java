package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;
import static poollab.pooler.blackbox.PostgresRig.TRUSTED;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages far larger than the pooler's whole heap, which is 20 MB here: they pass, so they are never held whole. */
class LargeMessagesTest {
    private static final int SIZE = 64 << 20;

    @TempDir
    Path folder;
    private PoolerProcess pooler;
    private int port;

    @BeforeEach
    void start() throws IOException {
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Files.writeString(folder.resolve("users.txt"), "\"trusted\" \"\"\n");
        Path ini = Files.writeString(folder.resolve("my.ini"), """
                [databases]
                %s = host=127.0.0.1 port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = trust
                auth_file = %s
                pool_mode = transaction
                default_pool_size = 2
                """.formatted(DATABASE, PostgresRig.get().port(), port, folder.resolve("users.txt")));
        pooler = PoolerProcess.serving(PoolerProcess.start(List.of("-Xmx20m"), folder, ini.toString()));
    }

    @AfterEach
    void stop() {
        pooler.close();
    }

    private RawClient client() {
        return RawClient.login(port, DATABASE, TRUSTED, "");
    }

    @Test
    void aRowComesThrough() {
        try (RawClient client = client(); RawClient other = client()) {
            assertThat(client.query("select repeat('x', " + SIZE + ")").value()).hasSize(SIZE);
            assertThat(other.value("select 'small'")).isEqualTo("small");
        }
        assertThat(pooler.isAlive()).isTrue();
    }

    @Test
    void aQueryAndAParameterComeThrough() {
        String text = "y".repeat(SIZE);
        try (RawClient client = client()) {
            assertThat(client.value("select length('" + text + "')")).isEqualTo(String.valueOf(SIZE));
            client.send(Wire.parse("kept", "select length($1)"), Wire.bind("", "kept", text), Wire.execute("", 0), Wire.sync());
            assertThat(client.readReply().value()).isEqualTo(String.valueOf(SIZE));
        }
        assertThat(pooler.isAlive()).isTrue();
    }

    /** It is sent what it asked for, and does not take it. */
    @Test
    void aClientThatDoesNotReadCostsOneBuffer() {
        try (RawClient lazy = client(); RawClient other = client()) {
            lazy.send(Wire.query("select repeat('z', 1000) from generate_series(1, 60000)"));
            Pause.millis(500);
            for (int i = 0; i < 20; i++) assertThat(other.value("select " + i)).isEqualTo(String.valueOf(i));
            assertThat(lazy.readReply().rows()).hasSize(60_000);
        }
        assertThat(pooler.isAlive()).isTrue();
    }
}
