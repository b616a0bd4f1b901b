package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that stops taking connections while clients are logged in to the pooler. */
class FailingServerTest {
    private static final String GONE = "FATAL 3D000 database \"fading\" does not exist";

    private static final String CACHED = "FATAL 08P01 server login has been failing, cached error: "
            + "database \"fading\" does not exist (server_login_retry)";

    @BeforeEach
    void create() {
        PostgresRig.get().run("create database fading");
    }

    @AfterEach
    void drop() {
        PostgresRig.get().run("drop database if exists fading with (force)", "drop database if exists faded with (force)");
    }

    @Test
    void everybodyWhoWaitsHearsTheServersErrorAtOnceAndLaterOnesTheCachedOne() {
        try (PoolerRig rig = PoolerRig.plan().database("fading", "").set("default_pool_size = 1").start()) {
            var clients = new ArrayList<RawClient>();
            for (int i = 0; i < 5; i++) {
                clients.add(rig.login("fading", APP, APP_PASSWORD));
            }
            clients.getFirst().query("select 1");
            vanish(rig);
            Instant start = Instant.now();
            RawClient late = clients.removeLast();
            clients.forEach(client -> client.send(Wire.query("select 1")));
            assertThat(clients.stream().map(client -> client.readToEnd().error())).isSubsetOf(GONE, CACHED)
                    .contains(GONE);
            late.send(Wire.query("select 1"));
            assertThat(late.readToEnd().error()).isEqualTo(CACHED);
            assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void onceTheServerIsBackClientsAreServedAgain() {
        try (PoolerRig rig = PoolerRig.plan().database("fading", "")
                .set("default_pool_size = 1", "server_login_retry = 1").start();
                RawClient first = rig.login("fading", APP, APP_PASSWORD);
                RawClient second = rig.login("fading", APP, APP_PASSWORD)) {
            first.query("select 1");
            vanish(rig);
            first.send(Wire.query("select 1"));
            assertThat(first.readToEnd().error()).isEqualTo(GONE);
            PostgresRig.get().run("alter database faded rename to fading");
            Pause.millis(1200);
            try (RawClient third = rig.login("fading", APP, APP_PASSWORD)) {
                // The first of them is still refused, which starts the attempt that serves those after it.
                String error = third.query("select 1").error();
                assertThat(error).startsWith("FATAL 08P01 server login has been failing, cached error: ");
            }
            Pause.millis(500);
            assertThat(second.value("select 1")).isEqualTo("1");
        }
    }

    private static void vanish(PoolerRig rig) {
        PostgresRig.get().run("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'fading'",
                "alter database fading rename to faded");
        Pause.until("the pooler has noticed", () -> rig.log().contains("closing because: "));
    }

    /** The socket is not even connected when the connection is given up. */
    @Test
    void aHostWithoutAnAddressEndsNobodyButTheAttempt() {
        try (PoolerRig rig = PoolerRig.plan().database("nowhere", "host=no-such-host.invalid").set("server_login_retry = 1", "client_login_timeout = 4").start();
                RawClient waits = rig.connect()) {
            waits.send(Wire.startup(Wire.PROTOCOL_3_0, "user", PostgresRig.APP, "database", "nowhere"));
            Pause.until("the name is not found", () -> rig.log().contains("closing because: server DNS lookup failed"));
            try (RawClient other = rig.client()) {
                assertThat(other.value("select 1")).isEqualTo("1");
            }
            assertThat(waits.readToEnd().error()).isEqualTo("FATAL 08P01 client_login_timeout (server down)");
            assertThat(rig.log()).doesNotContain("internal error", "FATAL ");
        }
    }

    @Test
    void theLogNamesTheServerThatWasNotReached() {
        try (PoolerRig rig = PoolerRig.plan().database("dead", "port=1").start(); RawClient waits = rig.connect()) {
            waits.send(Wire.startup(Wire.PROTOCOL_3_0, "user", PostgresRig.APP, "database", "dead"));
            Pause.until("the attempt has failed", () -> rig.log().contains("closing because: connect failed"));
            assertThat(rig.log()).contains("dead/app@127.0.0.1:1 closing because: connect failed");
        }
    }
}
