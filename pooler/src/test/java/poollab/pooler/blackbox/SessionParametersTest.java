package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** C22: settings the server reports follow their client from backend to backend. */
class SessionParametersTest {
    private PoolerRig rig;

    @BeforeEach
    void start() {
        rig = PoolerRig.with("default_pool_size = 2");
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"application_name | mine | yours", "TimeZone | Asia/Tokyo | America/Lima",
            "DateStyle | SQL, DMY | German, DMY", "client_encoding | LATIN1 | UTF8", "standard_conforming_strings | off | on",
            "IntervalStyle | iso_8601 | postgres"})
    void aValueFromTheStartupMessageIsTrueOnEveryBackend(String name, String mine, String yours) {
        try (RawClient one = rig.client(name, mine); RawClient two = rig.client(name, yours)) {
            assertSeparate(name, one, mine, two, yours);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"application_name | mine | yours", "TimeZone | Asia/Tokyo | America/Lima",
            "DateStyle | SQL, DMY | German, DMY", "client_encoding | LATIN1 | UTF8", "standard_conforming_strings | off | on",
            "IntervalStyle | iso_8601 | postgres"})
    void aValueThatWasSetFollowsItsClient(String name, String mine, String yours) {
        try (RawClient one = rig.client(); RawClient two = rig.client()) {
            Reply reply = one.query("set " + name + " = '" + mine.replace(", ", "','") + "'");
            assertThat(reply.error()).isEmpty();
            assertThat(two.query("set " + name + " = '" + yours.replace(", ", "','") + "'").error()).isEmpty();
            assertSeparate(name, one, mine, two, yours);
        }
    }

    @Test
    void aSetIsReportedToTheClientThatSentItAndToNobodyElse() {
        try (RawClient one = rig.client(); RawClient two = rig.client()) {
            assertThat(one.query("set timezone = 'Asia/Tokyo'").types()).isEqualTo("CSZ");
            assertThat(two.query("select 1").types()).isEqualTo("TDCZ");
            assertThat(one.query("select 1").types()).isEqualTo("TDCZ");
        }
    }

    @Test
    void aRolledBackSetIsForgotten() {
        try (RawClient client = rig.client("TimeZone", "UTC"); RawClient holder = rig.client()) {
            client.query("begin");
            client.query("set timezone = 'Asia/Tokyo'");
            assertThat(client.value("show timezone")).isEqualTo("Asia/Tokyo");
            int pid = client.backendPid();
            client.query("rollback");
            holder.query("begin"); // takes the backend just given back
            assertThat(holder.backendPid()).isEqualTo(pid);
            assertThat(client.value("show timezone")).isEqualTo("UTC");
        }
    }

    @Test
    void whatTheLoginReportsIsWhatTheClientAskedFor() {
        try (RawClient client = rig.client("application_name", "mine", "TimeZone", "Asia/Tokyo", "DateStyle", "SQL, DMY",
                "client_encoding", "LATIN1")) {
            assertThat(client.parameters()).containsEntry("application_name", "mine").containsEntry("TimeZone", "Asia/Tokyo")
                    .containsEntry("DateStyle", "SQL, DMY").containsEntry("client_encoding", "LATIN1")
                    .containsEntry("standard_conforming_strings", "on").containsEntry("integer_datetimes", "on")
                    .containsKeys("server_version", "server_encoding", "is_superuser", "session_authorization");
        }
    }

    @Test
    void quotesInAValueAreNoWayOut() {
        try (RawClient client = rig.client("application_name", "it's \\ \"quoted\"; drop table item")) {
            assertThat(client.value("show application_name")).isEqualTo("it's \\ \"quoted\"; drop table item");
            assertThat(client.value("select count(*) from item")).isEqualTo("10");
        }
    }

    @Test
    void aValueTheServerRefusesEndsTheClient() {
        try (RawClient client = rig.client("DateStyle", "nonsense")) {
            client.send(Wire.query("select 1"));
            assertThat(client.readToEnd().error()).isEqualTo("FATAL 08P01 invalid server parameter");
            assertThat(rig.log()).contains("nonsense");
        }
        try (RawClient after = rig.client()) {
            assertThat(after.value("select 1")).isEqualTo("1");
        }
    }

    @Test
    void theDatabaseEntryMaySetThemForItsServers() {
        try (PoolerRig other = PoolerRig.plan().database(PostgresRig.DATABASE, "timezone=Asia/Tokyo datestyle=German").start();
                RawClient client = other.client()) {
            assertThat(client.value("show timezone")).isEqualTo("Asia/Tokyo");
            assertThat(client.value("show datestyle")).startsWith("German");
        }
    }

    @Test
    void theHostIsAddedToTheApplicationNameWhenWanted() {
        try (PoolerRig other = PoolerRig.with("application_name_add_host = 1");
                RawClient client = other.client("application_name", "mine"); RawClient nameless = other.client()) {
            assertThat(client.value("show application_name")).matches("mine - 127\\.0\\.0\\.1:\\d+");
            assertThat(nameless.value("show application_name")).matches("app - 127\\.0\\.0\\.1:\\d+");
        }
    }

    /** Each client on each of the two backends. */
    private static void assertSeparate(String name, RawClient one, String mine, RawClient two, String yours) {
        String show = "show " + name;
        assertThat(one.value(show)).isEqualTo(mine);
        assertThat(two.value(show)).isEqualTo(yours);
        one.query("begin");
        assertThat(two.value(show)).isEqualTo(yours);
        assertThat(one.value(show)).isEqualTo(mine);
        two.query("begin");
        one.query("commit");
        assertThat(one.value(show)).isEqualTo(mine);
        two.query("commit");
        assertThat(one.value(show)).isEqualTo(mine);
        assertThat(two.value(show)).isEqualTo(yours);
    }
}
