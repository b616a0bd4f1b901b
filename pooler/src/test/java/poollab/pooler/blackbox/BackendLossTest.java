package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;
import static poollab.pooler.blackbox.PostgresRig.TRUSTED;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import poollab.pooler.Pooler;
import poollab.pooler.config.Config;
import poollab.pooler.log.Log;
import poollab.pooler.session.Client;
import poollab.pooler.session.Events;
import poollab.pooler.session.Server;

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

    /** The pooler has just given it to a client whose parameters it sets first: that client's values are not to blame. */
    @Test
    void aBackendKilledWhileItIsGivenAwayIsReportedAsLost() throws Exception {
        assumeFalse(PoolerUnderTest.isPeer(), "it says: invalid server parameter");
        AtomicInteger doomed = new AtomicInteger();
        Events killer = new Events() {
            @Override
            public void assigned(Client client, Server server) {
                if (doomed.get() != 0) PostgresRig.get().kill(doomed.getAndSet(0));
            }
        };
        Config config = Config.parse(Path.of("killed"), """
                [databases]
                %s = host=127.0.0.1 port=%d user=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = 0
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = 1
                """.formatted(DATABASE, PostgresRig.get().port(), TRUSTED));
        try (Pooler pooler = Pooler.start(config, killer, new Log(null));
                RawClient first = RawClient.login(pooler.port(), DATABASE, "first", "", "application_name", "first");
                RawClient second = RawClient.login(pooler.port(), DATABASE, "second", "", "application_name", "second")) {
            doomed.set(first.backendPid());
            second.send(Wire.query("select 1"));
            assertThat(second.readToEnd().error()).isEqualTo("FATAL 08P01 server conn crashed?");
            assertThat(first.value("show application_name")).isEqualTo("first");
        }
    }
}
