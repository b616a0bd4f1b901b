package poollab.pooler.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in. */
class LoginTest {

    /** Which secret in the userlist serves which auth_type, and what the request looks like on the wire. */
    @ParameterizedTest
    @CsvSource({"trust, plain, 0", "trust, md5, 0", "trust, scram, 0", "any, scram, 0",
            "plain, plain, 3", "plain, md5, 3", "plain, scram, 3",
            "md5, plain, 5", "md5, md5, 5", "md5, scram, 10",
            "scram-sha-256, plain, 10", "scram-sha-256, scram, 10"})
    void theRightPasswordGetsIn(String authType, String kind, int request) {
        try (PoolerRig rig = rig(authType, kind); RawClient client = rig.connect()) {
            Reply reply = client.tryLogin(DATABASE, APP, APP_PASSWORD);
            assertThat(reply.types()).startsWith("R").endsWith("KZ");
            assertThat(reply.messages().getFirst().buffer().getInt()).isEqualTo(request);
            assertThat(client.value("select current_user")).isEqualTo(APP);
        }
    }

    @ParameterizedTest
    @CsvSource({"plain, plain", "plain, md5", "plain, scram", "md5, plain", "md5, md5"})
    void aWrongPasswordAndAnUnknownUserLookTheSame(String authType, String kind) {
        try (PoolerRig rig = rig(authType, kind)) {
            Reply wrong = refused(rig, APP, "wrong");
            assertThat(wrong.types()).isEqualTo("RE");
            assertThat(wrong.error()).isEqualTo("FATAL 08P01 password authentication failed");
            Reply unknown = refused(rig, "ghost", APP_PASSWORD);
            assertThat(unknown.types()).isEqualTo("RE");
            assertThat(unknown.messages().getFirst().body()).hasSameSizeAs(wrong.messages().getFirst().body());
            assertThat(unknown.messages().getLast()).isEqualTo(wrong.messages().getLast());
        }
    }

    @ParameterizedTest
    @CsvSource({"scram-sha-256, plain", "scram-sha-256, scram", "md5, scram"})
    void scramTellsAWrongPasswordAndAnUnknownUserAlike(String authType, String kind) {
        try (PoolerRig rig = rig(authType, kind)) {
            Reply wrong = refused(rig, APP, "wrong");
            assertThat(wrong.types()).isEqualTo("RRE");
            assertThat(wrong.error()).isEqualTo("FATAL 08P01 SASL authentication failed");
            if (!authType.equals("md5")) { // which asks an unknown user for MD5, as PgBouncer does
                Reply unknown = refused(rig, "ghost", APP_PASSWORD);
                assertThat(unknown.types()).isEqualTo("RRE");
                assertThat(unknown.messages().getFirst()).isEqualTo(wrong.messages().getFirst());
                assertThat(unknown.messages().getLast()).isEqualTo(wrong.messages().getLast());
            }
        }
    }

    @Test
    void theSaltOfAnUnknownUserStaysTheSame() {
        try (PoolerRig rig = rig("scram-sha-256", "plain")) {
            assertThat(salt(refused(rig, "ghost", "a"))).isEqualTo(salt(refused(rig, "ghost", "b")));
        }
    }

    @Test
    void scramCannotWorkWithAnMd5Secret() {
        try (PoolerRig rig = rig("scram-sha-256", "md5")) {
            Reply reply = refused(rig, APP, APP_PASSWORD);
            // PgBouncer ends it after the first message, which tells that the user exists.
            assertThat(reply.types()).isEqualTo(PoolerUnderTest.isPeer() ? "RE" : "RRE");
            assertThat(reply.error()).isEqualTo("FATAL 08P01 SASL authentication failed");
        }
    }

    @Test
    void trustStillWantsTheUserToBeKnown() {
        try (PoolerRig rig = rig("trust", "plain")) {
            Reply reply = refused(rig, "ghost", "");
            assertThat(reply.types()).isEqualTo("E");
            assertThat(reply.error()).isEqualTo("FATAL 08P01 \"trust\" authentication failed");
        }
    }

    @Test
    void anyLogsInWhoeverComesAsTheUserOfTheDatabaseEntry() {
        try (PoolerRig rig = PoolerRig.plan()
                .database(DATABASE, "user=app password=app-secret").set("auth_type = any").start();
                RawClient client = rig.login(DATABASE, "ghost", "")) {
            assertThat(client.value("select current_user")).isEqualTo(APP);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "md5"})
    void anEmptyPasswordIsNone(String authType) {
        try (PoolerRig rig = rig(authType, "plain"); RawClient client = rig.connect()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE));
            assertThat(client.read().type()).isEqualTo('R');
            client.send(Wire.password(""));
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 empty password returned by client");
        }
    }

    @Test
    void onlyOneSaslMechanismIsKnown() {
        try (PoolerRig rig = rig("scram-sha-256", "plain"); RawClient client = rig.connect()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE));
            Message request = client.read();
            assertThat(request.body()).isEqualTo(Wire.bytes(out -> {
                out.writeInt(10);
                out.writeBytes("SCRAM-SHA-256\0\0");
            }));
            client.send(Wire.saslInitial("SCRAM-SHA-1", new Scram("x").first()));
            assertThat(client.readToEnd().error())
                    .isEqualTo("FATAL 08P01 client selected an invalid SASL authentication mechanism");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "n", "y,,n=,r=x", "p=tls-server-end-point,,n=,r=x", "n,,r=x", "n,,n=,r=", "n,,n=,r=x,m=y",
            "n,a=b,n=,r=x", "n,,m=x,n=,r=x"})
    void brokenScramMessagesEndInOneWayOrTheOther(String first) {
        try (PoolerRig rig = rig("scram-sha-256", "plain"); RawClient client = rig.connect()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE));
            client.read();
            client.send(Wire.saslInitial("SCRAM-SHA-256", first), Wire.saslResponse("c=biws,r=x,p=AAAA"));
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 SASL authentication failed");
        }
    }

    @Test
    void aSecondStartupMessageInTheMiddleOfALoginEndsTheConnection() {
        try (PoolerRig rig = rig("scram-sha-256", "plain")) {
            assertRefusesSecondStartup(rig, DATABASE);
        }
    }

    /** CVE-2026-107350: PgBouncer 1.25.2 begins anew. */
    @Test
    void aSecondStartupMessageEndsTheConnectionAlsoWhereTheDatabaseDoesNotExist() {
        assumeFalse(PoolerUnderTest.isPeer());
        try (PoolerRig rig = rig("scram-sha-256", "plain")) {
            assertRefusesSecondStartup(rig, "nowhere");
        }
    }

    @Test
    void aPasswordBeforeTheStartupMessageEndsTheConnection() {
        try (PoolerRig rig = rig("plain", "plain"); RawClient client = rig.connect()) {
            client.send(Wire.password(APP_PASSWORD));
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 client password pkt before startup packet");
        }
    }

    @Test
    void aQueryBeforeTheLoginIsDoneEndsTheConnectionWithoutAWord() {
        try (PoolerRig rig = rig("plain", "plain"); RawClient client = rig.connect()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE));
            client.read();
            client.send(Wire.query("select 1"));
            assertThat(client.readToEnd().messages()).isEmpty();
        }
    }

    private static void assertRefusesSecondStartup(PoolerRig rig, String database) {
        try (RawClient client = rig.connect()) {
            byte[] startup = Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", database);
            client.send(startup);
            assertThat(client.read().type()).isEqualTo('R');
            client.send(Wire.saslInitial("SCRAM-SHA-256", new Scram(APP_PASSWORD).first()));
            assertThat(client.read().type()).isEqualTo('R');
            client.send(startup);
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 client re-sent startup pkt");
        }
    }

    private static PoolerRig rig(String authType, String kind) {
        String secret = switch (kind) {
            case "md5" -> Scram.md5Secret(APP, APP_PASSWORD);
            case "scram" -> PostgresRig.get().storedSecret(APP);
            default -> APP_PASSWORD;
        };
        // The server's password stands in the database entry: an MD5 secret could not log in to it.
        return PoolerRig.plan().database(DATABASE, "user=app password=" + APP_PASSWORD).secret(APP, secret)
                .set("auth_type = " + authType).start();
    }

    private static Reply refused(PoolerRig rig, String user, String password) {
        try (RawClient client = rig.connect()) {
            Reply reply = client.tryLogin(DATABASE, user, password);
            assertThat(reply.error()).startsWith("FATAL");
            assertThat(client.readOrClosed()).isEmpty();
            return reply;
        }
    }

    private static String salt(Reply reply) {
        var body = reply.all('R').get(1).body();
        String text = new String(body, 4, body.length - 4, UTF_8);
        return text.replaceAll(".*,s=([^,]*),.*", "$1");
    }
}
