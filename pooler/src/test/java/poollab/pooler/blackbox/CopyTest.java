package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** COPY in both directions, and COPY that ends otherwise than planned. */
class CopyTest {
    private static final String IN = "copy copied from stdin";
    private static final String STUCK =
            "PgBouncer 1.25.2 waits for an answer to the late CopyDone or CopyFail and never gives the backend back";
    private static PoolerRig rig;
    private RawClient client;

    @BeforeAll
    static void start() {
        rig = PoolerRig.with("default_pool_size = 1");
    }

    @AfterAll
    static void stop() {
        rig.close();
    }

    @BeforeEach
    void login() {
        PostgresRig.get().run("truncate copied");
        client = rig.client();
    }

    /** C63: the one backend must be free again for another client, while this one is still there. */
    @AfterEach
    void bothAreServed() {
        try (RawClient other = rig.client(); RawClient same = client) {
            assertThat(other.value("select 'other'")).isEqualTo("other");
            assertThat(same.value("select 'same'")).isEqualTo("same");
        }
    }

    @Test
    void rowsAreCopiedIn() {
        client.send(Wire.query(IN));
        assertThat(client.read().type()).isEqualTo('G');
        client.send(Wire.copyData("1\tone\n2\tt"), Wire.copyData("wo\n"), Wire.copyDone());
        Reply reply = client.readReply();
        assertThat(reply.tags()).containsExactly("COPY 2");
        assertThat(client.value("select string_agg(name, ' ' order by id) from copied")).isEqualTo("one two");
    }

    @Test
    void rowsAreCopiedOut() {
        Reply reply = client.query("copy (select generate_series(1, 100000)) to stdout");
        assertThat(reply.types()).startsWith("Hd").endsWith("dcCZ");
        assertThat(reply.all('d')).hasSize(100_000);
        assertThat(reply.tags()).containsExactly("COPY 100000");
    }

    @Test
    void theDataMayComeWithTheStatement() {
        client.send(Wire.query(IN), Wire.copyData("7\tseven\n"), Wire.copyDone());
        assertThat(client.readReply().types()).isEqualTo("GCZ");
    }

    @Test
    void anExtendedCopyEndsWithItsSync() {
        client.send(Wire.extended(IN), Wire.flush());
        assertThat(client.read().type()).isEqualTo('1');
        assertThat(client.read().type()).isEqualTo('2');
        assertThat(client.read().type()).isEqualTo('G');
        client.send(Wire.copyData("8\teight\n"), Wire.copyDone(), Wire.sync());
        assertThat(client.readReply().types()).isEqualTo("CZ");
    }

    @Test
    void manyRowsAreCopiedInPieces() {
        client.send(Wire.query(IN));
        assertThat(client.read().type()).isEqualTo('G');
        var rows = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            rows.append(i).append("\tname ").append(i).append('\n');
        }
        byte[] all = Wire.copyData(rows.toString());
        client.sendInPieces(10_007, all);
        client.send(Wire.copyDone());
        assertThat(client.readReply().tags()).containsExactly("COPY 50000");
    }

    @Test
    void theClientMayCallItOff() {
        client.send(Wire.query(IN));
        assertThat(client.read().type()).isEqualTo('G');
        client.send(Wire.copyData("1\tone\n"), Wire.copyFail("changed my mind"));
        Reply reply = client.readReply();
        assertThat(reply.types()).isEqualTo("EZ");
        assertThat(reply.error()).isEqualTo("ERROR 57014 COPY from stdin failed: changed my mind");
    }

    @Test
    void aCopyThatFailsWhileDataStillComesLeavesNothingBehind() {
        assumeFalse(PoolerUnderTest.isPeer(), STUCK);
        client.send(Wire.query(IN));
        assertThat(client.read().type()).isEqualTo('G');
        client.send(Wire.copyData("not a number\tx\n"), Wire.copyData("more\tx\n"), Wire.copyData("2\tx\n"));
        Reply reply = client.readReply();
        assertThat(reply.error()).startsWith("ERROR 22P02");
        client.send(Wire.copyData("3\tx\n"), Wire.copyDone());
        assertThat(client.value("select count(*) from copied")).isEqualTo("0");
    }

    @Test
    void aCopyThatFailsEarlyInAPipelineLeavesNothingBehind() {
        assumeFalse(PoolerUnderTest.isPeer(), STUCK);
        client.send(Wire.query("copy no_such_table from stdin"), Wire.copyData("1\tx\n"), Wire.copyDone(),
                Wire.query("select 'next'"));
        assertThat(client.readReply().error()).startsWith("ERROR 42P01");
        assertThat(client.readReply().value()).isEqualTo("next");
    }

    @Test
    void anExtendedCopyThatFailsEarlySkipsToItsSync() {
        client.send(Wire.extended("copy no_such_table from stdin"), Wire.copyData("1\tx\n"), Wire.copyDone(), Wire.sync(),
                Wire.query("select 'next'"));
        assertThat(client.readReply().error()).startsWith("ERROR 42P01");
        assertThat(client.readReply().value()).isEqualTo("next");
    }

    @Test
    void copyMessagesOutOfPlaceAreIgnored() {
        assumeFalse(PoolerUnderTest.isPeer(), STUCK);
        client.send(Wire.copyData("stray"), Wire.copyDone(), Wire.copyFail("stray"), Wire.query("select 'fine'"));
        assertThat(client.readReply().value()).isEqualTo("fine");
    }
}
