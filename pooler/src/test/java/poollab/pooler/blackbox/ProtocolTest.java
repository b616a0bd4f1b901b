package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Simple and extended queries, pipelines, and sizes. */
class ProtocolTest {
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
        client = rig.client();
    }

    /** The one backend must serve another client after whatever was done to it. */
    @AfterEach
    void othersAreServed() {
        client.close();
        try (RawClient other = rig.client()) {
            assertThat(other.value("select 'other'")).isEqualTo("other");
        }
    }

    @Test
    void aSimpleQueryMayHoldSeveralStatements() {
        Reply reply = client.query("select 1; select 2 where false; create temp table t (); drop table t");
        assertThat(reply.types()).isEqualTo("TDCTCCCZ");
        assertThat(reply.tags()).containsExactly("SELECT 1", "SELECT 0", "CREATE TABLE", "DROP TABLE");
    }

    @Test
    void anErrorEndsTheStatementsBehindIt() {
        Reply reply = client.query("select 1; select 1/0; select 3");
        assertThat(reply.types()).isEqualTo("TDCEZ");
        assertThat(reply.only('E').fields()).containsKeys('V', 'F', 'L', 'R').containsEntry('C', "22012");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-- nothing", ";"})
    void anEmptyQueryIsAnsweredAsEmpty(String sql) {
        assertThat(client.query(sql).types()).isEqualTo("IZ");
    }

    @Test
    void anExtendedQueryIsAnsweredMessageByMessage() {
        client.send(Wire.parse("", "select $1::int + 1 as next"), Wire.describe('S', ""), Wire.bind("", "", "41"),
                Wire.describe('P', ""), Wire.execute("", 0), Wire.close('S', ""), Wire.sync());
        Reply reply = client.readReply();
        assertThat(reply.types()).isEqualTo("1tT2TDC3Z");
        assertThat(reply.rows().getFirst().getFirst()).contains("42");
    }

    @Test
    void aFlushBringsTheAnswersBeforeTheSync() {
        client.send(Wire.parse("", "select 1"), Wire.flush());
        assertThat(client.read().type()).isEqualTo('1');
        client.send(Wire.bind("", ""), Wire.execute("", 0), Wire.flush());
        assertThat(client.read().type()).isEqualTo('2');
        assertThat(client.read().type()).isEqualTo('D');
        assertThat(client.read().type()).isEqualTo('C');
        client.send(Wire.sync());
        assertThat(client.read().status()).isEqualTo('I');
    }

    @Test
    void aPortalMayBeReadInParts() {
        client.send(Wire.parse("", "select generate_series(1, 3)"), Wire.bind("", ""), Wire.execute("", 2),
                Wire.execute("", 2), Wire.sync());
        assertThat(client.readReply().types()).isEqualTo("12DDsDCZ");
    }

    @Test
    void anErrorInAPipelineSkipsToItsSync() {
        client.send(Wire.extended("select 1"), Wire.extended("select 1/0"), Wire.extended("select 2"), Wire.sync(),
                Wire.extended("select 3"), Wire.sync());
        assertThat(client.readReply().types()).isEqualTo("12DC1EZ");
        assertThat(client.readReply().types()).isEqualTo("12DCZ");
    }

    @Test
    void aBrokenStatementInAPipelineLeavesTheNextSyncAlone() {
        client.send(Wire.extended("selec"), Wire.sync(), Wire.extended("select 3"), Wire.sync());
        assertThat(client.readReply().types()).isEqualTo("EZ");
        assertThat(client.readReply().types()).isEqualTo("12DCZ");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 64, 4096})
    void severalRequestsAreAnsweredInOrderHoweverTheyAreCut(int size) {
        byte[] all = Wire.concat(Wire.extended("select 'a'"), Wire.sync(), Wire.query("select 'b'"), Wire.sync(),
                Wire.extended("select $1", "c"), Wire.sync(), Wire.query("select 'd'; select 'e'"));
        client.sendInPieces(size, all);
        assertThat(client.readReply().types()).isEqualTo("12DCZ");
        assertThat(client.readReply().value()).isEqualTo("b");
        assertThat(client.readReply().types()).isEqualTo("Z");
        assertThat(client.readReply().value()).isEqualTo("c");
        assertThat(client.readReply().types()).isEqualTo("TDCTDCZ");
    }

    @Test
    void threeThousandQueriesInOneSyncAreAllAnswered() {
        var part = Wire.extended("select repeat('x', 100)");
        Thread writer = Thread.ofVirtual().start(() -> {
            for (int i = 0; i < 3000; i++) {
                client.send(part);
            }
            client.send(Wire.sync());
        });
        Reply reply = client.readReply();
        assertThat(reply.messages()).hasSize(12_001);
        assertThat(reply.rows()).hasSize(3000);
        assertThat(writer.isAlive()).isFalse();
    }

    /** Nobody reads until all is written: what does not fit in between must wait, and nothing may be lost. */
    @Test
    void aClientThatOnlyWritesAtFirstLosesNothing() {
        byte[] part = Wire.concat(Wire.extended("select 1"), Wire.sync());
        for (int i = 0; i < 1000; i++) {
            client.send(part);
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(client.readReply().types()).isEqualTo("12DCZ");
        }
    }

    @Test
    void noticesComeThrough() {
        Reply reply = client.query("do $$ begin raise notice 'mind %', 'the gap'; end $$");
        assertThat(reply.types()).isEqualTo("NCZ");
        assertThat(reply.only('N').fields()).containsEntry('M', "mind the gap");
    }

    @Test
    void notificationsToOneselfComeThrough() {
        client.query("begin");
        assertThat(client.query("listen here; notify here, 'there'; commit").types()).isEqualTo("CCCAZ");
        client.query("unlisten *");
    }

    @Test
    void textsOf64MegabytesPassBothWays() {
        int size = 64 << 20;
        client.send(Wire.parse("", "select length($1), $1"), Wire.bind("", "", "x".repeat(size)),
                Wire.execute("", 0), Wire.sync());
        Reply reply = client.readReply();
        assertThat(reply.types()).isEqualTo("12DCZ");
        assertThat(reply.rows().getFirst().getFirst()).contains("" + size);
        assertThat(reply.rows().getFirst().getLast().orElseThrow()).hasSize(size);
        assertThat(client.query("select length('" + "y".repeat(size) + "')").value()).isEqualTo("" + size);
    }
}
