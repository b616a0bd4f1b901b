package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Backends that die, and clients that leave in the middle. */
class BackendLossTest {

    @Test
    void aBackendKilledWhileIdleIsNotNoticedByTheClient() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient client = rig.client()) {
            int pid = client.backendPid();
            PostgresRig.get().kill(pid);
            Pause.until("the pooler has noticed", () -> rig.log().contains("closing because: "));
            assertThat(client.backendPid()).isNotEqualTo(pid);
        }
    }

    @Test
    void aBackendKilledInATransactionIsReportedByTheServersWordsAndThenByThePoolers() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1");
                RawClient client = rig.client(); RawClient after = rig.client()) {
            client.query("begin");
            int pid = client.backendPid();
            PostgresRig.get().kill(pid);
            Reply reply = client.readToEnd();
            assertThat(reply.messages().stream().map(Reply::line)).containsExactly(
                    "FATAL 57P01 terminating connection due to administrator command",
                    "FATAL 08P01 server conn crashed?");
            assertThat(after.backendPid()).isNotEqualTo(pid);
        }
    }

    @Test
    void aBackendKilledInAQueryEndsTheClient() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1");
                RawClient client = rig.client(); RawClient after = rig.client()) {
            int pid = client.backendPid();
            client.send(Wire.query("select pg_sleep(30)"));
            Pause.millis(200);
            PostgresRig.get().kill(pid);
            Reply reply = client.readToEnd();
            assertThat(reply.all('E').stream().map(Reply::line)).containsExactly(
                    "FATAL 57P01 terminating connection due to administrator command",
                    "FATAL 08P01 server conn crashed?");
            assertThat(after.backendPid()).isNotEqualTo(pid);
        }
    }

    @Test
    void leavingInATransactionClosesTheBackend() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient after = rig.client()) {
            RawClient client = rig.client();
            client.query("begin");
            int pid = client.backendPid();
            client.drop();
            assertThat(after.backendPid()).isNotEqualTo(pid);
            assertThat(rig.log()).contains("closing because: client unexpected eof (age=");
        }
    }

    @Test
    void leavingPolitelyInATransactionClosesTheBackendToo() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient after = rig.client()) {
            RawClient client = rig.client();
            client.query("begin");
            int pid = client.backendPid();
            client.close();
            assertThat(after.backendPid()).isNotEqualTo(pid);
            assertThat(rig.log()).contains("closing because: client close request (age=");
        }
    }

    @Test
    void leavingBeforeTheAnswerIsThereClosesTheBackend() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient after = rig.client()) {
            RawClient client = rig.client();
            int pid = client.backendPid();
            client.send(Wire.extended("select pg_sleep(2)"), Wire.sync());
            Pause.millis(200);
            client.drop();
            assertThat(after.backendPid()).isNotEqualTo(pid);
            assertThat(rig.log()).contains("client disconnect");
        }
    }

    @Test
    void leavingBetweenTransactionsLeavesTheBackendToOthers() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient after = rig.client()) {
            RawClient client = rig.client();
            int pid = client.backendPid();
            client.drop();
            assertThat(after.backendPid()).isEqualTo(pid);
        }
    }

    @Test
    void aWaiterThatLeavesGivesUpItsPlace() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient holder = rig.client();
                RawClient patient = rig.client()) {
            holder.query("begin");
            RawClient impatient = rig.client();
            impatient.send(Wire.query("select 'nobody reads this'"));
            Pause.millis(100);
            patient.send(Wire.query("select 'patient'"));
            impatient.drop();
            Pause.millis(100);
            holder.query("commit");
            assertThat(patient.readReply().value()).isEqualTo("patient");
        }
    }

    @Test
    void aBackendThatSaysSomethingWhileIdleIsDirtyAndDropped() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient client = rig.client();
                RawClient root = PostgresRig.get().root()) {
            int pid = client.backendPid();
            client.query("listen news"); // which a pooled client ought not to do
            root.query("notify news, 'it rains'");
            Pause.millis(300);
            // Follows PgBouncer: a notification is no reason to drop the backend; it is thrown away.
            assertThat(client.backendPid()).isEqualTo(pid);
        }
    }
}
