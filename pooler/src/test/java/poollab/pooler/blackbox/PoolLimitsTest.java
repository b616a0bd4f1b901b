package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Time limits and sizes of pools. */
class PoolLimitsTest {

    @Test
    void aWaiterReadsWhyItIsSentAwayBeforeTheConnectionEnds() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1", "query_wait_timeout = 1");
                RawClient holder = rig.client(); RawClient waiter = rig.client()) {
            holder.query("begin");
            Instant start = Instant.now();
            waiter.send(Wire.query("select 1"));
            Reply reply = waiter.readToEnd();
            assertThat(reply.types()).isEqualTo("E");
            assertThat(reply.only('E').fields()).containsOnlyKeys('S', 'C', 'M');
            assertThat(reply.error()).isEqualTo("FATAL 08P01 query_wait_timeout");
            assertThat(Duration.between(start, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(900));
            assertThat(holder.query("commit").tags()).containsExactly("COMMIT");
        }
    }

    @Test
    void aWaiterIsToldThatItWaits() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1", "query_wait_notify = 1");
                RawClient holder = rig.client(); RawClient waiter = rig.client()) {
            holder.query("begin");
            waiter.send(Wire.query("select 'served'"));
            Message notice = waiter.read();
            assertThat(notice.type()).isEqualTo('N');
            assertThat(Reply.line(notice)).isEqualTo(
                    "NOTICE 00000 No server connection available in postgres backend, client being queued");
            holder.query("commit");
            assertThat(waiter.readReply().value()).isEqualTo("served");
        }
    }

    @Test
    void aQueryThatRunsTooLongEndsTheClientAndItsBackend() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1", "query_timeout = 1");
                RawClient slow = rig.client(); RawClient after = rig.client()) {
            int pid = slow.backendPid();
            slow.send(Wire.query("select pg_sleep(30)"));
            assertThat(slow.readToEnd().error()).isEqualTo("FATAL 08P01 query timeout");
            assertThat(after.backendPid()).isNotEqualTo(pid);
        }
    }

    @Test
    void anIdleTransactionEndsTheClientAndItsBackend() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1", "idle_transaction_timeout = 1");
                RawClient idle = rig.client(); RawClient after = rig.client()) {
            idle.query("begin");
            int pid = idle.backendPid();
            assertThat(idle.readToEnd().error()).isEqualTo("FATAL 08P01 idle transaction timeout");
            assertThat(after.backendPid()).isNotEqualTo(pid);
        }
    }

    @Test
    void aTransactionThatTakesTooLongEndsEvenWhenItIsBusy() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1", "transaction_timeout = 1");
                RawClient busy = rig.client()) {
            busy.query("begin");
            busy.send(Wire.query("select pg_sleep(30)"));
            assertThat(busy.readToEnd().error()).isEqualTo("FATAL 08P01 transaction timeout");
        }
    }

    @Test
    void anIdleClientIsSentAway() {
        try (PoolerRig rig = PoolerRig.with("client_idle_timeout = 1"); RawClient idle = rig.client()) {
            idle.query("select 1");
            assertThat(idle.readToEnd().error()).isEqualTo("FATAL 08P01 client_idle_timeout");
        }
    }

    @Test
    void theReserveIsOpenedForThoseWhoWaitedItsTime() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1", "reserve_pool_size = 1", "reserve_pool_timeout = 1");
                RawClient holder = rig.client(); RawClient waiter = rig.client(); RawClient third = rig.client()) {
            holder.query("begin");
            Instant start = Instant.now();
            waiter.send(Wire.query("begin"));
            assertThat(waiter.readReply().status()).isEqualTo('T');
            assertThat(Duration.between(start, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(900));
            assertThat(rig.log()).contains("taking connection from reserve_pool");
            third.send(Wire.query("select 1"));
            assertThat(third.isSilentFor(2500)).isTrue();
        }
    }

    @Test
    void theMinimumIsFilledOnceThePoolHasAClient() {
        try (PoolerRig rig = PoolerRig.plan().database(DATABASE, "min_pool_size=3").start(); RawClient client = rig.client()) {
            assertThat(client.value("select 1")).isEqualTo("1");
            Pause.until("three backends", () -> PostgresRig.get().backends(DATABASE, APP) == 3);
        }
    }

    @Test
    void theMinimumNeedsNoClientWhereTheEntryNamesItsUser() {
        try (PoolerRig rig = PoolerRig.plan()
                .database(DATABASE, "user=other password=other-secret min_pool_size=2").start()) {
            assertThat(rig.isRunning()).isTrue();
            Pause.until("two backends", () -> PostgresRig.get().backends(DATABASE, "other") == 2);
        }
    }

    @Test
    void anIdleBackendIsClosedAfterItsTime() {
        try (PoolerRig rig = PoolerRig.with("server_idle_timeout = 1"); RawClient client = rig.client()) {
            int pid = client.backendPid();
            Pause.until("the backend is gone", () -> PostgresRig.get().backends(DATABASE, APP) == 0);
            assertThat(client.backendPid()).isNotEqualTo(pid);
            assertThat(rig.log()).contains("closing because: server idle timeout (age=");
        }
    }

    @Test
    void anOldBackendIsClosedWhenItIsFree() {
        try (PoolerRig rig = PoolerRig.with("server_lifetime = 1"); RawClient client = rig.client()) {
            client.query("begin");
            int pid = client.backendPid();
            Pause.millis(1600);
            assertThat(client.backendPid()).isEqualTo(pid);
            client.query("commit");
            Pause.until("another backend", () -> client.backendPid() != pid);
            assertThat(rig.log()).contains("closing because: server lifetime over (age=");
        }
    }

    @Test
    void aLifetimeOfZeroUsesEachBackendOnce() {
        try (PoolerRig rig = PoolerRig.with("server_lifetime = 0"); RawClient client = rig.client()) {
            assertThat(client.backendPid()).isNotEqualTo(client.backendPid());
        }
    }

    @Test
    void connectionsPerDatabaseAreLimitedAndAnIdleOneMakesRoom() {
        try (PoolerRig rig = PoolerRig.with("max_db_connections = 1"); RawClient app = rig.client();
                RawClient other = rig.login(DATABASE, PostgresRig.OTHER, PostgresRig.OTHER_PASSWORD)) {
            app.query("begin");
            other.send(Wire.query("select current_user"));
            assertThat(other.isSilentFor(500)).isTrue();
            app.query("commit");
            assertThat(other.readReply().value()).isEqualTo("other");
            assertThat(rig.log()).contains("closing because: evicted (age=");
        }
    }

    /** Else all connections of a pool that was filled at once would be opened anew at once. */
    @Test
    void oldBackendsAreClosedOneAfterAnother() {
        try (PoolerRig rig = PoolerRig.with("server_lifetime = 2", "default_pool_size = 4")) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                clients.add(rig.client());
                clients.getLast().query("begin");
            }
            clients.forEach(client -> client.query("commit"));
            Pause.until("all are closed", () -> lifetimesOver(rig).size() == 4);
            List<Instant> closings = lifetimesOver(rig);
            // 2 s for 4 of them is one in half a second, and the log's clock rounds.
            for (int i = 1; i < 4; i++) assertThat(Duration.between(closings.get(i - 1), closings.get(i))).isGreaterThan(Duration.ofMillis(450));
            clients.forEach(RawClient::close);
        }
    }

    private static List<Instant> lifetimesOver(PoolerRig rig) {
        return rig.log().lines().filter(line -> line.contains("closing because: server lifetime over"))
                .map(line -> Instant.parse(line.substring(0, 23).replace(' ', 'T') + "Z")).toList();
    }
}
