package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static poollab.pooler.blackbox.PostgresRig.APP;
import static poollab.pooler.blackbox.PostgresRig.APP_PASSWORD;
import static poollab.pooler.blackbox.PostgresRig.DATABASE;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the console does, and what it refuses. */
class ConsoleTest {
    private PoolerRig rig;
    private RawClient admin;

    @BeforeEach
    void start() {
        rig = PoolerRig.with("default_pool_size = 1");
        admin = rig.admin();
    }

    @AfterEach
    void stop() {
        admin.close();
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHOW VERSION", "show version;", "  show\tversion ; ", "select version", "Show \"version\""})
    void commandsMayBeWrittenInManyWays(String command) {
        assertThat(admin.query(command).tags()).containsExactly("SHOW");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "show nonsense", "", "show", "select 1", "pause a b", "set", "shutdown later"})
    void whatIsNoCommandIsRefusedAndTheSessionLives(String command) {
        Reply reply = admin.query(command);
        assertThat(reply.types()).isEqualTo("EZ");
        assertThat(reply.error()).isEqualTo("ERROR 08P01 invalid command '" + command + "', use SHOW HELP;");
        assertThat(reply.only('E').fields()).containsOnlyKeys('S', 'C', 'M');
        assertThat(admin.query("show version").error()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "pause nowhere | no such database: nowhere", "pause pgbouncer | cannot pause admin db: pgbouncer",
            "resume | pooler is not paused/suspended", "resume appdb | database appdb is not paused",
            "resume nowhere | no such database: nowhere", "disable | a database is required",
            "disable nowhere | no such database: nowhere", "disable pgbouncer | cannot disable admin db: pgbouncer",
            "enable | a database is required", "enable nowhere | no such database: nowhere",
            "kill nowhere | no such database: nowhere", "kill pgbouncer | cannot kill admin db: pgbouncer",
            "reconnect nowhere | no such database: nowhere", "reconnect pgbouncer | cannot reconnect admin db: pgbouncer",
            "wait_close nowhere | no such database: nowhere", "wait_close pgbouncer | cannot wait in admin db: pgbouncer",
            "kill_client x | invalid client pointer supplied", "kill_client 99999999 | client not found"})
    void commandsSayWhatIsWrong(String command, String text) {
        assertThat(admin.query(command).error()).isEqualTo("ERROR 08P01 " + text);
    }

    /** PgBouncer 1.25.2 ends the session after the answer; here it lives (a driver that tried may go on with simple queries). */
    @Test
    void theExtendedProtocolIsRefused() {
        admin.send(Wire.extended("show version"), Wire.sync());
        Reply reply = admin.readReply();
        assertThat(reply.types()).isEqualTo("EZ");
        assertThat(reply.error()).isEqualTo("ERROR 08P01 extended query protocol not supported by admin console");
        if (PoolerUnderTest.isPeer()) assertThat(admin.readToEnd().error()).isEqualTo("FATAL 08P01 bad packet");
        else assertThat(admin.value("show version")).startsWith("PgBouncer 1.25.2");
    }

    @Test
    void onlyAdminAndStatsUsersGetIn() {
        try (RawClient nobody = rig.connect()) {
            assertThat(nobody.tryLogin("pgbouncer", APP, APP_PASSWORD).error()).isEqualTo("FATAL 08P01 not allowed");
        }
    }

    @Test
    void statsUsersMayOnlyLook() {
        try (RawClient stats = rig.login("pgbouncer", PoolerRig.STATS, "stats-secret")) {
            for (String show : new String[] {"show pools", "show stats", "show config", "show lists", "show version"}) {
                assertThat(stats.query(show).error()).isEmpty();
            }
            for (String command : new String[] {"pause", "resume", "reload", "kill", "disable appdb", "enable appdb",
                    "reconnect", "wait_close", "shutdown", "suspend", "kill_client 1", "set verbose = 1", "show fds"}) {
                assertThat(stats.query(command).error()).as(command).isEqualTo("ERROR 08P01 admin access needed");
            }
        }
    }

    @Test
    void pauseWaitsForTransactionsAndHoldsBackNewOnes() {
        try (RawClient client = rig.client(); RawClient waiter = rig.client()) {
            client.query("begin");
            admin.send(Wire.query("pause"));
            assertThat(admin.isSilentFor(700)).isTrue();
            assertThat(client.value("select 'still in it'")).isEqualTo("still in it");
            client.query("commit");
            assertThat(admin.readReply().tags()).containsExactly("PAUSE");
            Pause.until("no backend is left", () -> PostgresRig.get().backends(DATABASE, APP) == 0);
            assertThat(admin.query("pause").error()).isEqualTo("ERROR 08P01 already suspended/paused");
            waiter.send(Wire.query("select 'resumed'"));
            assertThat(waiter.isSilentFor(700)).isTrue();
            assertThat(admin.query("resume").tags()).containsExactly("RESUME");
            assertThat(waiter.readReply().value()).isEqualTo("resumed");
        }
    }

    @Test
    void suspendAnswersOnceNothingIsInFlightAndResumeGoesOn() {
        try (RawClient client = rig.client()) {
            client.query("select 1");
            assertThat(admin.query("suspend").tags()).containsExactly("SUSPEND");
            client.send(Wire.query("select 'later'"));
            assertThat(client.isSilentFor(500)).isTrue();
            assertThat(admin.query("resume").tags()).containsExactly("RESUME");
            assertThat(client.readReply().value()).isEqualTo("later");
        }
    }

    @Test
    void oneDatabaseMayBePausedAlone() {
        try (PoolerRig two = PoolerRig.plan().database("twin", "dbname=appdb").start(); RawClient console = two.admin();
                RawClient held = two.client(); RawClient free = two.login("twin", APP, APP_PASSWORD)) {
            assertThat(console.query("pause appdb").tags()).containsExactly("PAUSE");
            held.send(Wire.query("select 'resumed'"));
            assertThat(held.isSilentFor(500)).isTrue();
            assertThat(free.value("select 'free'")).isEqualTo("free");
            assertThat(console.query("show databases").table().stream()
                    .filter(row -> row.get("paused").equals("1")).map(row -> row.get("name"))).containsExactly(DATABASE);
            assertThat(console.query("resume appdb").tags()).containsExactly("RESUME");
            assertThat(held.readReply().value()).isEqualTo("resumed");
        }
    }

    @Test
    void reconnectReplacesBackendsAndWaitCloseWaitsForTheOldOnes() {
        try (RawClient client = rig.client()) {
            client.query("begin");
            int pid = client.backendPid();
            assertThat(admin.query("reconnect appdb").tags()).containsExactly("RECONNECT");
            admin.send(Wire.query("wait_close appdb"));
            assertThat(admin.isSilentFor(700)).isTrue();
            assertThat(client.backendPid()).isEqualTo(pid);
            client.query("commit");
            assertThat(admin.readReply().tags()).containsExactly("WAIT_CLOSE");
            assertThat(client.backendPid()).isNotEqualTo(pid);
        }
    }

    @Test
    void killEndsClientsAndLeavesTheDatabasePaused() {
        try (RawClient idle = rig.client(); RawClient busy = rig.client()) {
            idle.query("select 1");
            busy.send(Wire.query("select pg_sleep(30)"));
            Pause.millis(200);
            assertThat(admin.query("kill appdb").tags()).containsExactly("KILL");
            assertThat(idle.readToEnd().error()).isEqualTo("FATAL 08P01 database removed");
            assertThat(busy.readToEnd().error()).isEqualTo("FATAL 08P01 database removed");
            assertThat(admin.query("resume appdb").tags()).containsExactly("RESUME");
            try (RawClient after = rig.client()) {
                assertThat(after.value("select 1")).isEqualTo("1");
            }
        }
    }

    /** It belongs to the pool already, and would wait in it for ever. */
    @Test
    void killEndsWhoIsStillLoggingIn() {
        assumeFalse(PoolerUnderTest.isPeer(), "it leaves them alone");
        try (PoolerRig other = PoolerRig.with("auth_type = scram-sha-256"); RawClient killer = other.admin(); RawClient client = askedForItsPassword(other)) {
            assertThat(killer.query("kill appdb").tags()).containsExactly("KILL");
            killer.query("resume appdb");
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 database removed");
        }
    }

    @Test
    void whoIsStillLoggingInToADatabaseThatGoesIsTurnedAway() {
        assumeFalse(PoolerUnderTest.isPeer(), "it leaves them alone");
        try (PoolerRig other = PoolerRig.plan().database("second", "dbname=" + DATABASE).set("auth_type = scram-sha-256").start();
                RawClient console = other.admin(); RawClient client = askedForItsPassword(other)) {
            other.edit(DATABASE + " = ", "renamed = ");
            console.query("reload");
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 database removed");
        }
    }

    private static RawClient askedForItsPassword(PoolerRig rig) {
        RawClient client = rig.connect();
        client.send(Wire.startup(Wire.PROTOCOL_3_0, "user", APP, "database", DATABASE));
        assertThat(client.read().type()).isEqualTo('R');
        return client;
    }

    @Test
    void oneClientMayBeKilledByItsId() {
        try (RawClient victim = rig.client("application_name", "victim"); RawClient other = rig.client()) {
            String id = admin.query("show clients").table().stream()
                    .filter(row -> row.get("application_name").equals("victim")).map(row -> row.get("id")).findFirst().orElseThrow();
            assertThat(admin.query("kill_client " + id).tags()).containsExactly("KILL_CLIENT");
            assertThat(victim.readToEnd().error()).isEqualTo("FATAL 08P01 admin forced disconnect");
            assertThat(other.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void settingsMayBeSetAndAreShown() {
        assertThat(admin.query("set default_pool_size = 7").tags()).containsExactly("SET default_pool_size=7");
        assertThat(setting("default_pool_size")).isEqualTo("7");
        assertThat(admin.query("set pool_mode = 'session'").tags()).containsExactly("SET pool_mode=session");
        assertThat(setting("pool_mode")).isEqualTo("session");
        assertThat(admin.query("set query_wait_timeout to 9;").tags()).containsExactly("SET query_wait_timeout=9");
        assertThat(setting("query_wait_timeout")).isEqualTo("9");
        assertThat(admin.query("set nonsense = 1").error()).isEqualTo("ERROR 08P01 SET failed");
        assertThat(admin.query("set default_pool_size = many").error()).isEqualTo("ERROR 08P01 SET failed");
    }

    /** Follows PgBouncer, which says it was set and leaves it as it is. */
    @Test
    void aSettingThatCannotChangeAtRunTimeStaysAsItIs() {
        assertThat(admin.query("set listen_port = 1").error()).isEmpty();
        assertThat(setting("listen_port")).isEqualTo("" + rig.port());
    }

    @Test
    void clientParametersThatDriversSetOrShowAreAnswered() {
        Reply set = admin.query("set client_encoding = 'utf8'");
        assertThat(set.types()).isEqualTo("NCZ");
        assertThat(Reply.line(set.only('N'))).isEqualTo("NOTICE 00000 SET ignored");
        assertThat(set.tags()).containsExactly("SET");
        assertThat(admin.query("show client_encoding").value()).isEqualTo("UTF-8");
        assertThat(admin.query("show default_transaction_isolation").value()).isEqualTo("read committed");
        assertThat(admin.query("show standard_conforming_strings").value()).isEqualTo("on");
        assertThat(admin.query("show DateStyle").value()).isEqualTo("ISO");
        assertThat(admin.query("show timezone").value()).isEqualTo("GMT");
    }

    @Test
    void reloadTakesTheFileAgain() {
        rig.edit("default_pool_size = 1", "default_pool_size = 5");
        assertThat(admin.query("reload").tags()).containsExactly("RELOAD");
        assertThat(setting("default_pool_size")).isEqualTo("5");
    }

    @Test
    void aReloadThatFailsSaysSoAndKeepsServing() {
        rig.edit("default_pool_size = 1", "default_pool_size = lots");
        assertThat(admin.query("reload").error()).isEqualTo("ERROR F0000 RELOAD failed, see logs for additional details");
        try (RawClient client = rig.client()) {
            assertThat(client.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void aDatabaseThatLeavesTheFileLeavesItsClientsToo() {
        try (RawClient client = rig.client()) {
            client.query("select 1");
            rig.edit(DATABASE + " = host", "renamed = dbname=appdb host");
            assertThat(admin.query("reload").tags()).containsExactly("RELOAD");
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 database removed");
            try (RawClient after = rig.login("renamed", APP, APP_PASSWORD)) {
                assertThat(after.value("select current_database()")).isEqualTo(DATABASE);
            }
        }
    }

    @Test
    void anImmediateShutdownAnswersNothing() {
        try (RawClient client = rig.client()) {
            client.query("begin");
            admin.send(Wire.query("shutdown"));
            assertThat(admin.readToEnd().all('C')).isEmpty();
            client.readToEnd();
            Pause.until("it has stopped", () -> !rig.isRunning());
        }
    }

    @Test
    void aShutdownThatWaitsForServersLetsTransactionsEnd() {
        try (RawClient client = rig.client(); RawClient late = rig.client()) {
            client.query("begin");
            assertThat(admin.query("shutdown wait_for_servers").tags()).containsExactly("SHUTDOWN");
            late.send(Wire.query("select 1"));
            assertThat(late.readToEnd().error()).isEqualTo("FATAL 08P01 server shutting down");
            assertThat(client.value("select 'mine'")).isEqualTo("mine");
            assertThat(client.query("commit").tags()).containsExactly("COMMIT");
            Pause.until("it has stopped", () -> !rig.isRunning());
        }
    }

    @Test
    void aShutdownThatWaitsForClientsLetsThemGoOn() {
        try (RawClient client = rig.client()) {
            assertThat(admin.query("shutdown wait_for_clients").tags()).containsExactly("SHUTDOWN");
            assertThat(client.value("select 1")).isEqualTo("1");
            assertThat(rig.isRunning()).isTrue();
            client.send(Wire.terminate());
            admin.send(Wire.terminate());
            Pause.until("it has stopped", () -> !rig.isRunning());
        }
    }

    private String setting(String key) {
        return admin.query("show config").table().stream().filter(row -> row.get("key").equals(key))
                .map((Map<String, String> row) -> row.get("value")).findFirst().orElseThrow();
    }
}
