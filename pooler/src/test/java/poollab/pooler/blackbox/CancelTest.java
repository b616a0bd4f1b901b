package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Cancel requests: they reach the right backend or nobody, and are never answered. */
class CancelTest {
    private static final String CANCELLED = "ERROR 57014 canceling statement due to user request";

    @Test
    void aCancelEndsTheQueryOfItsOwnClientOnly() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 2");
                RawClient victim = rig.client(); RawClient neighbour = rig.client()) {
            victim.send(Wire.query("select pg_sleep(30)"));
            neighbour.send(Wire.query("select 'undisturbed' from pg_sleep(1)"));
            Pause.until("the query runs", () -> PostgresRig.get().isRunning("select pg_sleep(30)"));
            cancel(rig, victim.cancelRequest());
            assertThat(victim.readReply().error()).isEqualTo(CANCELLED);
            assertThat(neighbour.readReply().value()).isEqualTo("undisturbed");
            assertThat(victim.value("select 'alive'")).isEqualTo("alive");
        }
    }

    @Test
    void aCancelInATransactionLeavesTheTransactionFailed() {
        try (PoolerRig rig = PoolerRig.with(); RawClient client = rig.client()) {
            client.query("begin");
            client.send(Wire.query("select pg_sleep(30)"));
            Pause.until("the query runs", () -> PostgresRig.get().isRunning("select pg_sleep(30)"));
            cancel(rig, client.cancelRequest());
            Reply reply = client.readReply();
            assertThat(reply.error()).isEqualTo(CANCELLED);
            assertThat(reply.status()).isEqualTo('E');
        }
    }

    @Test
    void aKeyThatNobodyHasIsClosedWithoutAByte() {
        try (PoolerRig rig = PoolerRig.with(); RawClient client = rig.client()) {
            cancel(rig, Wire.cancelRequest(12345, 67890));
            assertThat(client.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void aCancelForAnIdleClientDisturbsNobody() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1");
                RawClient idle = rig.client(); RawClient busy = rig.client()) {
            idle.query("select 1");
            busy.send(Wire.query("select 'undisturbed' from pg_sleep(1)"));
            Pause.millis(200);
            cancel(rig, idle.cancelRequest());
            assertThat(busy.readReply().value()).isEqualTo("undisturbed");
        }
    }

    /** Follows PgBouncer: who waits for a backend has no query to cancel. */
    @Test
    void aCancelForAClientThatWaitsLeavesItInTheQueue() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1");
                RawClient holder = rig.client(); RawClient waiter = rig.client()) {
            holder.query("begin");
            waiter.send(Wire.query("select 1"));
            Pause.millis(200);
            cancel(rig, waiter.cancelRequest());
            assertThat(holder.query("commit").tags()).containsExactly("COMMIT");
            assertThat(waiter.readReply().value()).isEqualTo("1");
        }
    }

    @Test
    void aCancelOfTheWrongLengthIsClosedWithoutAByte() {
        try (PoolerRig rig = PoolerRig.with(); RawClient canceller = rig.connect()) {
            canceller.send(Wire.untyped(out -> {
                out.writeInt(80877102);
                out.writeInt(1);
            }));
            assertThat(canceller.readToEnd().messages()).isEmpty();
        }
    }

    @Test
    void everyClientHasAKeyOfItsOwn() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1");
                RawClient first = rig.client(); RawClient second = rig.client()) {
            assertThat(first.cancelRequest()).hasSize(16).isNotEqualTo(second.cancelRequest());
        }
    }

    private static void cancel(PoolerRig rig, byte[] request) {
        try (RawClient canceller = rig.connect()) {
            canceller.send(request);
            assertThat(canceller.readByte()).isEqualTo(-1);
        }
    }
}
