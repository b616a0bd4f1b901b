package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first bytes on a connection. */
class StartupTest {
    private static PoolerRig rig;

    @BeforeAll
    static void start() {
        rig = PoolerRig.with("ignore_startup_parameters = geqo");
    }

    @AfterAll
    static void stop() {
        rig.close();
    }

    @Test
    void encryptionIsDeclinedWithOneByteAndTheLoginGoesOn() {
        try (RawClient client = rig.connect()) {
            client.send(Wire.sslRequest());
            assertThat(client.readByte()).isEqualTo('N');
            client.send(Wire.gssEncRequest());
            assertThat(client.readByte()).isEqualTo('N');
            assertThat(login(client).types()).endsWith("KZ");
        }
    }

    @Test
    void encryptionMayBeAskedForInTheOtherOrder() {
        try (RawClient client = rig.connect()) {
            client.send(Wire.gssEncRequest());
            assertThat(client.readByte()).isEqualTo('N');
            client.send(Wire.sslRequest());
            assertThat(client.readByte()).isEqualTo('N');
            assertThat(login(client).types()).endsWith("KZ");
        }
    }

    /** PostgreSQL takes each request once; PgBouncer answers as often as it is asked. Neither hangs. */
    @Test
    void encryptionMayBeAskedForAgainOrTheConnectionEnds() {
        try (RawClient client = rig.connect()) {
            client.send(Wire.sslRequest());
            assertThat(client.readByte()).isEqualTo('N');
            client.send(Wire.sslRequest());
            assertThat(client.readByte()).isIn((int) 'N', (int) 'E', -1);
        }
    }

    @Test
    void bytesRightBehindAnEncryptionRequestAreRefused() {
        assertRefused(Wire.concat(Wire.sslRequest(), startup()),
                "FATAL 08P01 received unencrypted data after SSL request");
        assertRefused(Wire.concat(Wire.gssEncRequest(), startup()),
                "FATAL 08P01 received unencrypted data after GSSAPI encryption request");
    }

    @Test
    void aStartupMessageMayComeByteByByte() {
        try (RawClient client = rig.connect()) {
            client.sendInPieces(1, Wire.sslRequest());
            assertThat(client.readByte()).isEqualTo('N');
            client.sendInPieces(1, startup());
            assertThat(client.readReply().types()).startsWith("R").endsWith("KZ");
        }
    }

    @Test
    void theFirstQueryMayComeRightBehindTheStartupMessage() {
        try (RawClient client = rig.connect()) {
            client.send(startup(), Wire.query("select 'early'"));
            assertThat(client.readReply().types()).endsWith("KZ");
            assertThat(client.readReply().value()).isEqualTo("early");
        }
    }

    @Test
    void protocol32IsNegotiatedDownTo30() {
        try (RawClient client = rig.connect()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_2, "user", PostgresRig.APP, "database", PostgresRig.DATABASE));
            Reply reply = client.readReply();
            assertThat(reply.types()).startsWith("vR").endsWith("KZ");
            assertThat(reply.only('v').body()).isEqualTo(Wire.bytes(out -> {
                out.writeInt(Wire.PROTOCOL_3_0);
                out.writeInt(0);
            }));
            assertThat(reply.only('K').body()).hasSize(8);
        }
    }

    @Test
    void protocolOptionsNobodyKnowsAreNamedInTheNegotiation() {
        try (RawClient client = rig.connect()) {
            client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", PostgresRig.APP, "_pq_.one", "1", "database",
                    PostgresRig.DATABASE, "_pq_.two", "x"));
            Reply reply = client.readReply();
            assertThat(reply.types()).startsWith("vR").endsWith("KZ");
            assertThat(reply.only('v').body()).isEqualTo(Wire.bytes(out -> {
                out.writeInt(Wire.PROTOCOL_3_0);
                out.writeInt(2);
                out.writeBytes("_pq_.one\0_pq_.two\0");
            }));
        }
    }

    @Test
    void protocol2IsRefused() {
        assertRefused(Wire.startup(2 << 16, "user", PostgresRig.APP), "FATAL 08P01 old V2 protocol not supported");
    }

    @Test
    void protocol4IsABadHeader() {
        try (RawClient client = rig.connect()) {
            client.send(Wire.startup(4 << 16, "user", PostgresRig.APP));
            assertThat(client.readToEnd().error()).startsWith("FATAL 08P01 bad packet header: '000000");
        }
    }

    @Test
    void theHeaderThatWasBadIsShownInHex() {
        assertRefused(new byte[] {0, 1, 2, 3, 4, 5, 6, (byte) 0xfe, 8, 9},
                "FATAL 08P01 bad packet header: '00010203040506fe'");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 7, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff})
    void aStartupMessageOfAnImpossibleLengthEndsTheConnection(int length) {
        try (RawClient client = rig.connect()) {
            client.send(Wire.bytes(out -> {
                out.writeInt(length);
                out.writeInt(Wire.PROTOCOL_3_0);
            }));
            assertThat(client.readToEnd().error()).startsWith("FATAL 08P01 bad packet header: '");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 0x7fffffff, 0x80000000, 0xffffffff})
    void aMessageOfAnImpossibleLengthEndsTheSession(int length) {
        try (RawClient client = rig.client()) {
            client.send(Wire.header('Q', length), new byte[3]);
            assertThat(client.readToEnd().error()).startsWith("FATAL 08P01 bad packet header: '51");
        }
        assertServes();
    }

    @Test
    void aMessageOfAnUnknownTypeEndsTheSession() {
        try (RawClient client = rig.client()) {
            client.send(Wire.message('!', out -> out.writeInt(0)));
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 unknown pkt");
        }
    }

    @Test
    void aSecondStartupMessageEndsTheConnection() {
        try (RawClient client = rig.client()) {
            client.send(startup());
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 unknown pkt");
        }
    }

    @Test
    void startupMessagesWithoutUserOrWithoutEndAreRefused() {
        assertRefused(Wire.startup(Wire.PROTOCOL_3_0, "database", "x"), "FATAL 08P01 no username supplied");
        assertRefused(Wire.startup(Wire.PROTOCOL_3_0, "user", ""), "FATAL 08P01 no username supplied");
        String layout = "FATAL 08P01 invalid startup packet layout: expected terminator as last byte";
        assertRefused(Wire.untyped(out -> {
            out.writeInt(Wire.PROTOCOL_3_0);
            out.writeBytes("user\0app\0");
        }), layout);
        assertRefused(Wire.untyped(out -> {
            out.writeInt(Wire.PROTOCOL_3_0);
            out.writeBytes("user\0app\0\0more");
        }), layout);
    }

    @Test
    void aParameterThatCannotBeKeptTrueIsRefusedByName() {
        assertRefused(startup("extra_float_digits", "3"),
                "FATAL 08P01 unsupported startup parameter: extra_float_digits");
    }

    @Test
    void aParameterToBeIgnoredIsIgnored() {
        try (RawClient client = rig.client("geqo", "off")) {
            assertThat(client.value("show geqo")).isEqualTo("on");
        }
    }

    private static byte[] startup(String... more) {
        return Wire.startup(Wire.PROTOCOL_3_0, Stream.concat(
                Stream.of("user", PostgresRig.APP, "database", PostgresRig.DATABASE),
                Stream.of(more)).toArray(String[]::new));
    }

    private static Reply login(RawClient client) {
        return client.tryLogin(PostgresRig.DATABASE, PostgresRig.APP, PostgresRig.APP_PASSWORD);
    }

    private static void assertRefused(byte[] first, String error) {
        try (RawClient client = rig.connect()) {
            client.send(first);
            Reply reply = client.readToEnd();
            assertThat(reply.types()).isEqualTo("E");
            assertThat(reply.error()).isEqualTo(error);
        }
    }

    private static void assertServes() {
        try (RawClient client = rig.client()) {
            assertThat(client.value("select 1")).isEqualTo("1");
        }
    }
}
