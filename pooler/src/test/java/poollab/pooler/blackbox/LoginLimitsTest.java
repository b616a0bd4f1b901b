package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Databases that are not there, limits on clients, and what the server says to a login. */
class LoginLimitsTest {

    @Test
    void anUnknownDatabaseIsNamedOnlyAfterTheLogin() {
        try (PoolerRig rig = PoolerRig.with("auth_type = scram-sha-256")) {
            Reply right = attempt(rig, "nowhere", APP, APP_PASSWORD);
            assertThat(right.error()).isEqualTo("FATAL 08P01 no such database: nowhere");
            assertThat(right.types()).isEqualTo("RRRE");
            assertThat(attempt(rig, "nowhere", APP, "wrong").error())
                    .isEqualTo("FATAL 08P01 SASL authentication failed");
        }
    }

    @Test
    void theDatabaseIsNamedAfterTheUserUnlessSaidOtherwise() {
        try (PoolerRig rig = PoolerRig.plan().database(APP, "dbname=appdb").start(); RawClient client = rig.connect()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP));
            assertThat(client.readReply().types()).endsWith("Z");
            assertThat(client.value("select current_database()")).isEqualTo(DATABASE);
        }
    }

    @Test
    void theStarEntryServesEveryOtherName() {
        try (PoolerRig rig = PoolerRig.plan().noDatabases().database("*", "").start();
                RawClient client = rig.login(PostgresRig.SECOND_DATABASE, APP, APP_PASSWORD)) {
            assertThat(client.value("select current_database()")).isEqualTo(PostgresRig.SECOND_DATABASE);
        }
    }

    @Test
    void aDisabledDatabaseTakesNoNewClientsButKeepsItsOwn() {
        try (PoolerRig rig = PoolerRig.with(); RawClient admin = rig.admin(); RawClient old = rig.client()) {
            assertThat(admin.query("disable appdb").tags()).containsExactly("DISABLE");
            assertThat(attempt(rig, DATABASE, APP, APP_PASSWORD).error())
                    .isEqualTo("FATAL 08P01 database \"appdb\" is disabled");
            assertThat(old.value("select 1")).isEqualTo("1");
            assertThat(admin.query("enable appdb").tags()).containsExactly("ENABLE");
            try (RawClient client = rig.client()) {
                assertThat(client.value("select 1")).isEqualTo("1");
            }
        }
    }

    @Test
    void maxClientConnIsTheLimitBeforeTheLoginAndTheConsoleIsExempt() {
        try (PoolerRig rig = PoolerRig.with("max_client_conn = 2", "auth_type = plain");
                RawClient first = rig.client(); RawClient second = rig.client()) {
            Reply reply = attempt(rig, DATABASE, APP, "wrong");
            assertThat(reply.types()).isEqualTo("E");
            assertThat(reply.error()).isEqualTo("FATAL 08P01 no more connections allowed (max_client_conn)");
            try (RawClient admin = rig.admin()) {
                assertThat(admin.query("show version").error()).isEmpty();
            }
            assertThat(first.value("select 1") + second.value("select 1")).isEqualTo("11");
            first.drop();
            Pause.until("the place is free again", () -> {
                try (RawClient client = rig.connect()) {
                    return client.tryLogin(DATABASE, APP, APP_PASSWORD).error().isEmpty();
                }
            });
        }
    }

    @Test
    void clientsPerDatabaseAndPerUserAreLimited() {
        try (PoolerRig rig = PoolerRig.with("max_db_client_connections = 1"); RawClient client = rig.client()) {
            assertThat(client.value("select 1")).isEqualTo("1");
            assertThat(attempt(rig, DATABASE, APP, APP_PASSWORD).error())
                    .isEqualTo("FATAL 08P01 client connections exceeded (max_db_client_connections)");
        }
        try (PoolerRig rig = PoolerRig.with("max_user_client_connections = 1"); RawClient client = rig.client()) {
            assertThat(client.value("select 1")).isEqualTo("1");
            assertThat(attempt(rig, DATABASE, APP, APP_PASSWORD).error())
                    .isEqualTo("FATAL 08P01 client connections exceeded (max_user_client_connections)");
        }
    }

    @Test
    void whoDoesNotFinishTheLoginIsSentAway() {
        try (PoolerRig rig = PoolerRig.with("client_login_timeout = 1", "auth_type = plain");
                RawClient silent = rig.connect(); RawClient half = rig.connect(); RawClient web = rig.connect()) {
            Instant start = Instant.now();
            half.send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE));
            assertThat(half.read().type()).isEqualTo('R');
            // Looks like a message of a gigabyte. PgBouncer waits for the rest; refusing it at once is as good.
            web.send("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
            assertThat(silent.readToEnd().error()).isEqualTo("FATAL 08P01 client_login_timeout");
            assertThat(half.readToEnd().error()).isEqualTo("FATAL 08P01 client_login_timeout");
            assertThat(Duration.between(start, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(900));
            assertThat(web.readToEnd().error()).startsWith("FATAL 08P01 ");
        }
    }

    @Test
    void whatTheServerSaysToALoginIsPassedOnWithItsCode() {
        try (PoolerRig rig = PoolerRig.plan().database("gone", "dbname=zzz").secret("norole", "x").start()) {
            assertThat(attempt(rig, "gone", APP, APP_PASSWORD).error())
                    .isEqualTo("FATAL 3D000 database \"zzz\" does not exist");
            assertThat(attempt(rig, DATABASE, "norole", "").error())
                    .isEqualTo("FATAL 28P01 password authentication failed for user \"norole\"");
        }
    }

    /** In PgBouncer it waits for the next attempt; only clients that are logged in already hear the cached error. */
    @Test
    void theNextLoginHearsTheCachedErrorUntilTheNextAttemptIsDue() {
        try (PoolerRig rig = PoolerRig.plan().database("gone", "dbname=zzz").set("server_login_retry = 1").start()) {
            String error = "database \"zzz\" does not exist";
            attempt(rig, "gone", APP, APP_PASSWORD);
            assertThat(attempt(rig, "gone", APP, APP_PASSWORD).error()).isEqualTo(PoolerUnderTest.isPeer() ? "FATAL 3D000 " + error
                    : "FATAL 3D000 server login has been failing, cached error: " + error + " (server_login_retry)");
            Pause.millis(1100);
            assertThat(attempt(rig, "gone", APP, APP_PASSWORD).error()).isEqualTo("FATAL 3D000 " + error);
        }
    }

    @Test
    void aLoginWaitsForAServerThatIsDownUntilItsOwnLimit() {
        try (PoolerRig rig = PoolerRig.plan().database("dead", "port=1").set("client_login_timeout = 1").start()) {
            assertThat(attempt(rig, "dead", APP, APP_PASSWORD).error())
                    .isEqualTo("FATAL 08P01 client_login_timeout (server down)");
        }
    }

    @Test
    void anMd5SecretCannotAnswerAServerThatWantsScram() {
        try (PoolerRig rig = PoolerRig.plan().secret(APP, Scram.md5Secret(APP, APP_PASSWORD)).start()) {
            assertThat(attempt(rig, DATABASE, APP, APP_PASSWORD).error())
                    .isEqualTo("FATAL 08P01 server login failed: wrong password type");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            7 |             | failed to answer authreq
            10 | SCRAM-SHA-1 | none of the server's SASL authentication mechanisms are supported
            """)
    void aServerThatWantsWhatNobodyKnowsIsNotUsed(int request, String mechanism, String said) throws IOException {
        byte[] asks = Wire.message('R', out -> {
            out.writeInt(request);
            if (mechanism != null) out.write((mechanism + "\0\0").getBytes(UTF_8));
        });
        try (ServerSocket server = new ServerSocket(0); PoolerRig rig = PoolerRig.plan().database(DATABASE, "host=127.0.0.1 port=" + server.getLocalPort()).start(); RawClient client = rig.connect()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE));
            try (Socket pooler = server.accept()) {
                pooler.getOutputStream().write(asks);
                Pause.until("it is refused", () -> rig.log().contains(said));
            }
        }
    }

    /** However many wait, and however long the server takes. */
    @Test
    void oneLoginToTheServerIsUnderWayAtATime() throws IOException {
        try (ServerSocket silent = new ServerSocket(0); PoolerRig rig = PoolerRig.plan().database(DATABASE, "host=127.0.0.1 port=" + silent.getLocalPort()).start(); RawClient admin = rig.admin()) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                clients.add(rig.connect());
                clients.getLast().send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE));
            }
            Pause.until("all of them wait", () -> pool(admin).get("cl_waiting").equals("8"));
            Pause.millis(700); // two turns of the janitor
            assertThat(pool(admin)).containsEntry("sv_login", "1");
            clients.forEach(RawClient::drop);
        }
    }

    private static Map<String, String> pool(RawClient admin) {
        return admin.query("show pools").table().stream().filter(row -> row.get("database").equals(DATABASE)).findFirst().orElse(Map.of("cl_waiting", ""));
    }

    @Test
    void aNameThatIsTooLongIsNone() {
        try (PoolerRig rig = PoolerRig.with()) {
            assertThat(attempt(rig, DATABASE, "u".repeat(128), "").error()).isEqualTo("FATAL 08P01 username too long");
        }
    }

    @Test
    void whoeverMayComeNeedsAUserToComeAs() {
        try (PoolerRig rig = PoolerRig.with("auth_type = any")) {
            assertThat(attempt(rig, DATABASE, "whoever", "").error()).isEqualTo("FATAL 08P01 bouncer config error");
            assertThat(rig.log()).contains("auth_type=any requires forced user");
        }
    }

    @Test
    void simpleQueriesMayBeForbidden() {
        try (PoolerRig rig = PoolerRig.with("disable_pqexec = 1"); RawClient client = rig.client(); RawClient other = rig.client()) {
            other.send(Wire.extended("select 1"), Wire.sync());
            assertThat(other.readReply().value()).isEqualTo("1");
            client.send(Wire.query("select 1"));
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 PQexec disallowed");
        }
    }

    /** PgBouncer sends the hash in its place, which the server refuses. */
    @Test
    void aServerThatWantsThePasswordItselfIsSentNoHash() {
        PostgresRig.get().run("drop role if exists cleartext", "create role cleartext login password 'open'");
        try (PoolerRig rig = PoolerRig.plan().secret("cleartext", Scram.md5Secret("cleartext", "open")).start()) {
            assertThat(attempt(rig, DATABASE, "cleartext", "open").error()).isEqualTo(PoolerUnderTest.isPeer()
                    ? "FATAL 28P01 password authentication failed for user \"cleartext\"" : "FATAL 08P01 server login failed: wrong password type");
        }
        try (PoolerRig rig = PoolerRig.plan().secret("cleartext", "open").start()) {
            assertThat(attempt(rig, DATABASE, "cleartext", "open").error()).isEmpty();
        }
    }

    private static Reply attempt(PoolerRig rig, String database, String user, String password) {
        try (RawClient client = rig.connect()) {
            return client.tryLogin(database, user, password);
        }
    }
}
