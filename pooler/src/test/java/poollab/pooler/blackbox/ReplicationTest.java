package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;
import static poollab.pooler.blackbox.PostgresRig.TRUSTED;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Replication connections through the pooler: each client has a server connection of its own, from its login to its end. */
class ReplicationTest {
    @BeforeAll
    static void allow() {
        PostgresRig.get().run("alter role " + TRUSTED + " replication");
    }

    @AfterAll
    static void forbid() {
        PostgresRig.get().run("alter role " + TRUSTED + " noreplication");
    }

    private static RawClient replicating(PoolerRig rig, String... more) {
        String[] parameters = new String[more.length + 2];
        parameters[0] = "replication";
        parameters[1] = "database";
        System.arraycopy(more, 0, parameters, 2, more.length);
        return rig.login(DATABASE, TRUSTED, "", parameters);
    }

    @Test
    void commandsOfReplicationAndSqlWorkOnOneBackendThatEndsWithTheClient() {
        try (PoolerRig rig = PoolerRig.with("pool_mode = statement", "default_pool_size = 2")) {
            try (RawClient client = replicating(rig)) {
                assertThat(client.query("IDENTIFY_SYSTEM").table()).hasSize(1);
                int pid = client.backendPid();
                assertThat(client.query("begin").error()).isEmpty();
                assertThat(client.backendPid()).isEqualTo(pid);
                client.query("commit");
                assertThat(client.backendPid()).isEqualTo(pid);
            }
            Pause.until("the backend is gone", () -> PostgresRig.get().backends(DATABASE, TRUSTED) == 0);
        }
    }

    @Test
    void parametersAndOptionsReachTheServerWithTheStartup() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 2"); RawClient client = replicating(rig, "application_name", "copy", "options", "-c enable_seqscan=off")) {
            assertThat(client.value("show application_name")).isEqualTo("copy");
            assertThat(client.value("show enable_seqscan")).isEqualTo("off");
            try (RawClient plain = rig.login(DATABASE, TRUSTED, "")) {
                assertThat(plain.value("show enable_seqscan")).isEqualTo("on");
            }
        }
    }

    @Test
    void anIdleConnectionMakesRoomAndABusyOneIsWaitedFor() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 1"); RawClient plain = rig.login(DATABASE, TRUSTED, "")) {
            assertThat(plain.value("select 1")).isEqualTo("1");
            try (RawClient client = replicating(rig)) {
                assertThat(client.query("IDENTIFY_SYSTEM").table()).hasSize(1);
                assertThat(rig.log()).contains("closing because: evicted");
                plain.send(Wire.query("select 'later'"));
                assertThat(plain.isSilentFor(500)).isTrue();
            }
            assertThat(plain.readReply().value()).isEqualTo("later");
        }
    }

    @Test
    void aRoleThatMayNotReplicateHearsThatAndTheOthersGoOn() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 3"); RawClient plain = rig.client(); RawClient refused = rig.connect()) {
            assertThat(plain.value("select 1")).isEqualTo("1");
            refused.tryLogin(DATABASE, APP, PostgresRig.APP_PASSWORD, "replication", "database");
            refused.send(Wire.query("IDENTIFY_SYSTEM"));
            assertThat(refused.readToEnd().error()).isEqualTo("FATAL 08P01 login failed");
            assertThat(plain.value("select 2")).isEqualTo("2");
        }
    }

    @Test
    void theConsoleNamesTheKind() {
        try (PoolerRig rig = PoolerRig.with("default_pool_size = 2"); RawClient client = replicating(rig); RawClient admin = rig.admin()) {
            client.query("IDENTIFY_SYSTEM");
            assertThat(admin.query("show servers").table()).extracting(row -> row.get("replication")).containsExactly("logical");
        }
    }
}
