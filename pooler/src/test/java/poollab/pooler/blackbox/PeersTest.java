package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two poolers behind one address: a cancel reaches the one that it is not for. */
class PeersTest {
    private static PoolerRig pooler(int id, String... peers) {
        var settings = new ArrayList<>(List.of("peer_id = " + id, "[peers]"));
        settings.addAll(List.of(peers));
        return PoolerRig.plan().set(settings.toArray(String[]::new)).start();
    }

    @Test
    void aCancelIsHandedToThePoolerWhoseClientItIsAbout() {
        try (PoolerRig own = pooler(0x102); PoolerRig other = pooler(1, 0x102 + " = host=127.0.0.1 port=" + own.port());
                RawClient slow = own.client(); RawClient cancel = other.connect(); RawClient admin = other.admin()) {
            slow.send(Wire.query("select pg_sleep(30)"));
            Pause.until("the query runs", () -> PostgresRig.get().isRunning("select pg_sleep(30)"));

            cancel.send(slow.cancelRequest());

            assertThat(slow.readReply().error()).isEqualTo("ERROR 57014 canceling statement due to user request");
            assertThat(cancel.readToEnd().messages()).isEmpty();
            assertThat(admin.query("show peer_pools").table()).extracting(row -> row.get("peer_id")).containsExactly(String.valueOf(0x102));
        }
    }

    @Test
    void aKeyOfAnUnknownPeerIsDroppedWithoutAWord() {
        try (PoolerRig alone = pooler(7); RawClient client = alone.client(); RawClient cancel = alone.connect()) {
            cancel.send(Wire.cancelRequest(0x00555500, 0x01020303));
            assertThat(cancel.readToEnd().messages()).isEmpty();
            assertThat(alone.log()).contains("could not find peer to forward request to");
            assertThat(client.value("select 1")).isEqualTo("1");
        }
    }

    /** Three hops at most: else a wrong configuration would send it round for ever. */
    @Test
    void aCancelThatWasHandedOnTooOftenIsDropped() {
        try (PoolerRig pooler = pooler(7, "9 = host=127.0.0.1 port=1"); RawClient cancel = pooler.connect()) {
            cancel.send(Wire.cancelRequest(9 << 16, 0x01020300));
            assertThat(cancel.readToEnd().messages()).isEmpty();
            assertThat(pooler.log()).contains("failed to forward cancel request because its TTL was exhausted");
        }
    }

    @Test
    void aCancelForAnOwnClientWorksAsEver() {
        try (PoolerRig own = pooler(3); RawClient slow = own.client(); RawClient cancel = own.connect()) {
            slow.send(Wire.query("select pg_sleep(31)"));
            Pause.until("the query runs", () -> PostgresRig.get().isRunning("select pg_sleep(31)"));
            cancel.send(slow.cancelRequest());
            assertThat(slow.readReply().error()).isEqualTo("ERROR 57014 canceling statement due to user request");
        }
    }
}
