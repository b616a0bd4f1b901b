package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS between the pooler and servers. The server is another pooler, since the embedded PostgreSQL may be built without. */
class TlsServersTest {
    private static final TestKeys KEYS = TestKeys.get();

    @ParameterizedTest
    @CsvSource({"allow, localhost", "prefer, localhost", "require, stranger", "verify-ca, elsewhere", "verify-full, localhost", "verify-full, rsa"})
    void aServerWithTlsIsSpokenToInTls(String mode, String certificate) {
        try (PoolerRig server = server(certificate); PoolerRig pooler = front(server, "localhost", mode);
                RawClient client = pooler.client(); RawClient admin = pooler.admin()) {
            assertThat(client.value("select '" + "x".repeat(50_000) + "'")).hasSize(50_000);
            assertThat(pooler.log()).contains("SSL established: TLSv1.3/TLS_AES_256_GCM_SHA384");
            assertThat(server.log()).contains("user=app tls=TLSv1.3/TLS_AES_256_GCM_SHA384");
            assertThat(admin.query("show servers").table()).extracting(row -> row.get("tls")).containsOnly("TLSv1.3/TLS_AES_256_GCM_SHA384");
        }
    }

    @ParameterizedTest
    @CsvSource({"verify-ca, stranger, localhost, certificate verify failed", "verify-full, stranger, localhost, certificate verify failed",
        "verify-full, elsewhere, localhost, not present in server certificate", "verify-full, localhost, 127.0.0.1, not present in server certificate"})
    void aServerThatIsNotTheRightOneIsNotUsed(String mode, String certificate, String host, String reason) {
        assumeFalse(PoolerUnderTest.isPeer() && certificate.equals("elsewhere"), "PgBouncer goes on to the common name");
        try (PoolerRig server = server(certificate); PoolerRig pooler = front(server, host, mode); RawClient client = pooler.connect()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE));
            Pause.until("it is refused", () -> pooler.log().contains(reason));
            assertThat(server.log()).doesNotContain("login attempt: db=appdb");
        }
    }

    @Test
    void anAddressMayBeInTheCertificate() {
        try (PoolerRig server = server("address"); PoolerRig pooler = front(server, "127.0.0.1", "verify-full"); RawClient client = pooler.client()) {
            assertThat(client.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void thePoolerShowsItsOwnCertificate() {
        try (PoolerRig server = PoolerRig.plan()
                .set("client_tls_sslmode = verify-full", "client_tls_ca_file = " + KEYS.file("ca.crt"), "auth_type = cert")
                .set("client_tls_cert_file = " + KEYS.file("localhost.crt"), "client_tls_key_file = " + KEYS.file("localhost.key")).start();
                PoolerRig pooler = PoolerRig.plan().database(DATABASE, "host=localhost port=" + server.port())
                        .set("server_tls_sslmode = verify-full", "server_tls_ca_file = " + KEYS.file("ca.crt"))
                        .set("server_tls_cert_file = " + KEYS.file("app.crt"), "server_tls_key_file = " + KEYS.file("app.key")).start();
                RawClient client = pooler.client()) {
            assertThat(client.value("select current_user")).isEqualTo(APP);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"allow", "prefer"})
    void aServerWithoutTlsIsSpokenToInTheClear(String mode) {
        try (PoolerRig server = PoolerRig.plan().start(); PoolerRig pooler = front(server, "localhost", mode); RawClient client = pooler.client()) {
            assertThat(client.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void aServerWithoutTlsIsNotUsedWhereTlsIsRequired() {
        try (PoolerRig server = PoolerRig.plan().start(); PoolerRig pooler = front(server, "localhost", "require"); RawClient client = pooler.connect()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE));
            Pause.until("it is refused", () -> pooler.log().contains("closing because: server refused SSL"));
        }
    }

    @ParameterizedTest
    @CsvSource({"SE, received unencrypted data after SSL response", "NE, received unencrypted data after SSL response", "E, bad sslreq answer"})
    void whatAServerMayNotAnswerEndsTheConnection(String answer, String reason) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket socket = server.accept()) {
                    socket.getInputStream().readNBytes(8);
                    socket.getOutputStream().write(answer.getBytes());
                    socket.getInputStream().read();
                } catch (IOException e) {
                    // The test is over.
                }
            });
            try (PoolerRig pooler = PoolerRig.plan().database(DATABASE, "host=127.0.0.1 port=" + server.getLocalPort())
                    .set("server_tls_sslmode = prefer").start(); RawClient client = pooler.connect()) {
                client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE));
                Pause.until("it is refused", () -> pooler.log().contains("closing because: " + reason));
            }
        }
    }

    @Test
    void anotherSetupIsForAllConnections() {
        try (PoolerRig server = server("localhost"); PoolerRig pooler = front(server, "localhost", "disable");
                RawClient client = pooler.client(); RawClient admin = pooler.admin()) {
            assertThat(client.value("select 1")).isEqualTo("1");
            assertThat(server.log()).contains("tls=no");
            assertThat(admin.query("set server_tls_sslmode = 'require'").error()).isEmpty();
            assertThat(client.value("select 1")).isEqualTo("1");
            assertThat(pooler.log()).contains("SSL established");
        }
    }

    @Test
    void muchComesThroughTwoEncryptedConnections() {
        try (PoolerRig server = server("localhost"); PoolerRig pooler = PoolerRig.plan().database(DATABASE, "host=localhost port=" + server.port())
                .set("server_tls_sslmode = require", "client_tls_sslmode = require")
                .set("client_tls_cert_file = " + KEYS.file("localhost.crt"), "client_tls_key_file = " + KEYS.file("localhost.key")).start();
                RawClient client = RawClient.connectTls(pooler.port(), KEYS.client(null))) {
            assertThat(client.tryLogin(DATABASE, APP, APP_PASSWORD).types()).endsWith("Z");
            client.send(Wire.query("select repeat('0123456789abcdef', 1000000)"));
            Pause.millis(500);
            assertThat(client.readReply().value()).hasSize(16_000_000);
            assertThat(client.value("select length('" + "x".repeat(3_000_000) + "')")).isEqualTo("3000000");
        }
    }

    private static PoolerRig server(String certificate) {
        return PoolerRig.plan().set("client_tls_sslmode = prefer", "client_tls_cert_file = " + KEYS.file(certificate + ".crt"),
                "client_tls_key_file = " + KEYS.file(certificate + ".old.key")).start();
    }

    private static PoolerRig front(PoolerRig server, String host, String mode) {
        return PoolerRig.plan().database(DATABASE, "host=" + host + " port=" + server.port())
                .set("server_tls_sslmode = " + mode, "server_tls_ca_file = " + KEYS.file("ca.crt"), "server_login_retry = 1").start();
    }
}
