package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;
import static poollab.pooler.blackbox.PostgresRig.OTHER;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS between clients and the pooler. */
class TlsClientsTest {
    private static final TestKeys KEYS = TestKeys.get();

    @ParameterizedTest
    @ValueSource(strings = {"allow", "prefer", "require"})
    void whoWantsTlsGetsItAndTheConsoleShowsIt(String mode) {
        try (PoolerRig rig = rig("client_tls_sslmode = " + mode); RawClient client = login(rig, null); RawClient admin = adminOf(rig)) {
            assertThat(client.value("select current_user")).isEqualTo(APP);
            assertThat(rig.log()).contains("login attempt: db=appdb user=app tls=TLSv1.3/TLS_AES_256_GCM_SHA384 replication=no");
            List<Map<String, String>> clients = admin.query("show clients").table();
            assertThat(clients).extracting(row -> row.get("tls")).containsOnly("TLSv1.3/TLS_AES_256_GCM_SHA384");
        }
    }

    @ParameterizedTest
    @CsvSource({"disable, false", "allow, false", "prefer, false", "require, true", "verify-ca, true"})
    void whoDoesNotWantTlsIsLetInUnlessItIsRequired(String mode, boolean refused) {
        try (PoolerRig rig = rig("client_tls_sslmode = " + mode, "client_tls_ca_file = " + KEYS.file("ca.crt")); RawClient client = rig.connect()) {
            Reply reply = client.tryLogin(DATABASE, APP, APP_PASSWORD);
            assertThat(reply.error()).isEqualTo(refused ? "FATAL 08P01 SSL required" : "");
        }
    }

    @ParameterizedTest
    @CsvSource({"localhost, localhost.key", "localhost, localhost.old.key", "localhost, localhost.bare.key", "rsa, rsa.key", "rsa, rsa.old.key"})
    void keysAreReadInNewAndOldForms(String certificate, String key) {
        assumeFalse(PoolerUnderTest.isPeer() && key.contains("bare"), "OpenSSL wants the curve inside the key");
        try (PoolerRig rig = PoolerRig.with("client_tls_sslmode = require", "client_tls_cert_file = " + KEYS.file(certificate + ".crt"),
                "client_tls_key_file = " + KEYS.file(key));
                RawClient client = login(rig, null)) {
            assertThat(client.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void pgjdbcChecksThePoolersCertificate() throws SQLException {
        try (PoolerRig rig = rig("client_tls_sslmode = require")) {
            String url = "jdbc:postgresql://localhost:" + rig.port() + "/" + DATABASE + "?sslmode=verify-full&sslrootcert=";
            try (Connection connection = DriverManager.getConnection(url + KEYS.file("ca.crt"), APP, APP_PASSWORD);
                    var result = connection.createStatement().executeQuery("select 1")) {
                assertThat(result.next()).isTrue();
            }
            assertThatThrownBy(() -> DriverManager.getConnection(url + KEYS.file("otherca.crt"), APP, APP_PASSWORD)).isInstanceOf(SQLException.class);
            try (RawClient client = login(rig, null)) {
                assertThat(client.value("select 1")).isEqualTo("1");
            }
        }
    }

    @Test
    void tlsMayBeginAtOnce() {
        try (PoolerRig rig = rig("client_tls_sslmode = prefer"); RawClient client = RawClient.connectTlsAtOnce(rig.port(), KEYS.client(null))) {
            assertThat(client.tryLogin(DATABASE, APP, APP_PASSWORD).types()).endsWith("Z");
            assertThat(client.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void bytesBehindTheRequestAreRefusedAndASecondRequestInsideToo() {
        try (PoolerRig rig = rig("client_tls_sslmode = prefer")) {
            try (RawClient client = rig.connect()) {
                client.send(Wire.concat(Wire.sslRequest(), new byte[] {0x16, 3, 1}));
                assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 received unencrypted data after SSL request");
            }
            try (RawClient client = RawClient.connectTls(rig.port(), KEYS.client(null))) {
                client.send(Wire.sslRequest());
                assertThat(client.readByte()).isEqualTo(-1);
            }
        }
    }

    @Test
    void verifyFullWantsACertificateOfAKnownAuthority() {
        try (PoolerRig rig = rig("client_tls_sslmode = verify-full", "client_tls_ca_file = " + KEYS.file("ca.crt"))) {
            try (RawClient client = login(rig, "app")) {
                assertThat(client.value("select 1")).isEqualTo("1");
            }
            for (String alias : new String[] {null, "stranger"}) assertThatThrownBy(() -> login(rig, alias)).isInstanceOf(UncheckedIOException.class);
            assertThat(rig.log()).contains("certificate verify failed").contains("TLS handshake error: ");
        }
    }

    @Test
    void aCertificateCanStandForAPassword() {
        try (PoolerRig rig = rig("client_tls_sslmode = verify-full", "client_tls_ca_file = " + KEYS.file("ca.crt"), "auth_type = cert")) {
            try (RawClient client = login(rig, "app")) {
                assertThat(client.value("select current_user")).isEqualTo(APP);
            }
            try (RawClient client = RawClient.connectTls(rig.port(), KEYS.client("app"))) {
                assertThat(client.tryLogin(DATABASE, OTHER, "").error()).isEqualTo("FATAL 08P01 certificate authentication failed");
            }
            try (RawClient client = RawClient.connectTls(rig.port(), KEYS.client("localhost"))) {
                assertThat(client.tryLogin(DATABASE, "localhost", "").error()).isEqualTo("FATAL 08P01 certificate authentication failed");
            }
        }
    }

    @Test
    void versionAndCiphersAreTheConfiguredOnes() {
        try (PoolerRig rig = rig("client_tls_sslmode = require", "client_tls_protocols = tlsv1.2", "client_tls_ciphers = ECDHE-ECDSA-AES128-GCM-SHA256");
                RawClient client = login(rig, null)) {
            assertThat(client.tls()).isEqualTo("TLSv1.2/TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");
            assertThat(rig.log()).contains(" tls=TLSv1.2/ECDHE-ECDSA-AES128-GCM-SHA256");
        }
        try (PoolerRig rig = rig("client_tls_sslmode = require", "client_tls13_ciphers = TLS_CHACHA20_POLY1305_SHA256", "client_tls_ecdhcurve = prime256v1");
                RawClient client = login(rig, null)) {
            assertThat(client.tls()).isEqualTo("TLSv1.3/TLS_CHACHA20_POLY1305_SHA256");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"secure", "tlsv1.2"})
    void muchGoesBothWays(String protocols) {
        String much = "0123456789abcdef".repeat(150_000);
        try (PoolerRig rig = rig("client_tls_sslmode = require", "client_tls_protocols = " + protocols); RawClient client = login(rig, null)) {
            assertThat(client.value("select length('" + much + "')")).isEqualTo("2400000");
            client.send(Wire.query("select repeat('0123456789abcdef', 500000)"));
            Pause.millis(300);
            assertThat(client.readReply().value()).hasSize(8_000_000);
            for (int size = 8_000; size < 40_000; size += 3_001)
                assertThat(client.value("select '" + much.substring(0, size) + "'")).isEqualTo(much.substring(0, size));
        }
    }

    @Test
    void manyQueriesInOneWriteAreAnsweredInOrder() {
        try (PoolerRig rig = rig("client_tls_sslmode = require"); RawClient client = login(rig, null)) {
            byte[][] queries = new byte[3000][];
            for (int i = 0; i < queries.length; i++) queries[i] = Wire.query("select " + i + ", repeat('x', 100)");
            client.send(queries);
            for (int i = 0; i < queries.length; i++) assertThat(client.readReply().rows().getFirst().getFirst()).contains(String.valueOf(i));
        }
    }

    /** Records come in pieces, and two at once. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1000})
    void recordsMayComeInPieces(int size) throws IOException {
        try (PoolerRig rig = rig("client_tls_sslmode = require"); Relay relay = new Relay(rig.port(), size);
                RawClient client = RawClient.connectTls(relay.port(), KEYS.client(null))) {
            assertThat(client.tryLogin(DATABASE, APP, APP_PASSWORD).types()).endsWith("Z");
            assertThat(client.value("select '" + "y".repeat(20_000) + "'")).hasSize(20_000);
            client.send(Wire.query("select 1"), Wire.query("select 2"));
            assertThat(client.readReply().value()).isEqualTo("1");
            assertThat(client.readReply().value()).isEqualTo("2");
        }
    }

    @Test
    void rubbishInsteadOfTlsEndsOneConnectionOnly() {
        try (PoolerRig rig = rig("client_tls_sslmode = require"); RawClient client = login(rig, null)) {
            try (RawClient broken = rig.connect()) {
                broken.send(Wire.sslRequest());
                assertThat(broken.readByte()).isEqualTo('S');
                broken.send("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
                while (broken.readByte() >= 0) continue;
            }
            try (RawClient half = rig.connect()) {
                half.send(Wire.sslRequest());
                half.readByte();
                half.drop();
            }
            assertThat(client.value("select 1")).isEqualTo("1");
            assertThat(rig.log()).contains("TLS handshake error: ");
        }
    }

    @Test
    void reloadTakesNewKeysForNewClientsAndABrokenFileKeepsTheOld() {
        try (PoolerRig rig = rig("client_tls_sslmode = require"); RawClient before = login(rig, null); RawClient admin = adminOf(rig)) {
            rig.edit(KEYS.file("localhost.crt"), KEYS.file("stranger.crt"));
            assertThat(admin.query("reload").error()).isEqualTo("ERROR F0000 RELOAD failed, see logs for additional details");
            assertThat(rig.log()).contains("TLS configuration could not be reloaded, keeping old configuration");
            try (RawClient client = login(rig, null)) {
                assertThat(client.value("select 1")).isEqualTo("1");
            }
            rig.edit(KEYS.file("localhost.key"), KEYS.file("stranger.key"));
            assertThat(admin.query("reload").error()).isEmpty();
            assertThatThrownBy(() -> login(rig, null)).isInstanceOf(UncheckedIOException.class);
            assertThat(before.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void aSetThatCannotBeAppliedSaysSoAndKeepsTheOld() {
        try (PoolerRig rig = rig("client_tls_sslmode = require"); RawClient admin = adminOf(rig)) {
            Reply reply = admin.query("set client_tls13_ciphers = 'unknown'");
            assertThat(reply.types()).isEqualTo("NCZ");
            assertThat(reply.only('N').fields()).containsEntry('M', "TLS settings could not be applied, still using old configuration");
            assertThat(rig.log()).contains("failed to set the TLSv1.3 cipher suites");
            try (RawClient client = login(rig, null)) {
                assertThat(client.value("select 1")).isEqualTo("1");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "client_tls_sslmode = require | client_tls_sslmode = require needs client_tls_key_file and client_tls_cert_file",
        "server_tls_ca_file = /nowhere | server_tls_ca_file: there is no file /nowhere",
        "server_tls_ca_file = FOLDER/userlist.txt | there is no certificate in",
        "server_tls_key_file = CA.key | server_tls_key_file is set and server_tls_cert_file is not",
        "auth_type = cert | auth_type = cert needs client_tls_sslmode = verify-full",
        "server_tls_ciphers = ECDHE-FOO | server_tls_ciphers: \"ECDHE-FOO\" is no cipher that Java has",
        "server_tls13_ciphers = FOO | server_tls13_ciphers: failed to set the TLSv1.3 cipher suites"})
    void whatCannotBeSetUpIsToldAtTheStart(String setting, String message) {
        assumeFalse(PoolerUnderTest.isPeer());
        assertThatThrownBy(() -> PoolerRig.with("server_tls_sslmode = prefer", setting.replace("CA.key", KEYS.file("ca.key"))).close())
                .hasStackTraceContaining(message);
    }

    private static PoolerRig rig(String... settings) {
        return PoolerRig.plan()
                .set("client_tls_cert_file = " + KEYS.file("localhost.crt"), "client_tls_key_file = " + KEYS.file("localhost.key"))
                .set(settings).start();
    }

    private static RawClient login(PoolerRig rig, String alias) {
        return login(rig, alias, DATABASE, APP, APP_PASSWORD);
    }

    private static RawClient adminOf(PoolerRig rig) {
        return login(rig, null, "pgbouncer", PoolerRig.ADMIN, "admin-secret");
    }

    private static RawClient login(PoolerRig rig, String alias, String database, String user, String password) {
        RawClient client = RawClient.connectTls(rig.port(), KEYS.client(alias));
        Reply reply = client.tryLogin(database, user, password);
        assertThat(reply.types()).as(reply.error()).endsWith("Z");
        return client;
    }

    /** Passes on what one client says, in pieces of at most so many bytes, and all that it is answered. */
    private static final class Relay implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final Socket server;

        Relay(int port, int size) throws IOException {
            server = new Socket(InetAddress.getLoopbackAddress(), port);
            server.setTcpNoDelay(true);
            Thread.ofVirtual().start(() -> {
                try (Socket client = listener.accept()) {
                    Thread.ofVirtual().start(() -> copy(server, client, 8192));
                    copy(client, server, size);
                } catch (IOException e) {
                    // The test is over.
                }
            });
        }

        private static void copy(Socket from, Socket to, int size) {
            byte[] bytes = new byte[size];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int got; (got = in.read(bytes)) >= 0; ) out.write(bytes, 0, got);
            } catch (IOException e) {
                // The same.
            }
        }

        int port() {
            return listener.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            listener.close();
            server.close();
        }
    }
}
