package poollab.labs;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import poollab.engine.Server;

/** Every variant of every lab without a pooler, on a real server: the claims that apply hold, and they are the ones that should apply. */
class ClaimsHoldTest {
    private static Server server;

    @BeforeAll
    static void start() {
        server = RunningLabs.server();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void holds(String lab, String settings, String claims) {
        RunningLabs.holds(server, lab, settings, claims);
    }

    @ParameterizedTest(name = "01 {0}")
    @CsvSource(delimiter = '|', value = {
        "fault=leak | who-is-served first-failure failures-wait sessions-held sessions-idle",
        "fault=leak pool=hikari | who-is-served first-failure failures-wait sessions-held sessions-idle",
        "fault=leak max-pool-size=6 | who-is-served first-failure failures-wait sessions-held sessions-idle",
        "fault=leak max-pool-size=10 | fault-hidden sessions-held sessions-idle",
        "fault=leak max-pool-size=1 requests=2 | who-is-served first-failure failures-wait sessions-held sessions-idle",
        "fault=open-transaction | who-is-served first-failure failures-wait sessions-held"
                + " sessions-idle-in-transaction blocks-others stasis",
        "fault=open-transaction max-pool-size=1 | who-is-served first-failure failures-wait sessions-held"
                + " sessions-idle-in-transaction blocks-others stasis",
        "fault=open-transaction pool=hikari | who-is-served first-failure failures-wait sessions-held"
                + " sessions-idle-in-transaction blocks-others",
        "fault=open-reader | who-is-served first-failure failures-wait sessions-held readers-hold-transactions",
        "fault=open-reader pool=hikari | who-is-served first-failure failures-wait sessions-held"
                + " readers-hold-transactions",
        "fault=slow-query | who-is-served first-failure failures-wait sessions-held sessions-running",
        "fault=slow-query pool=hikari | who-is-served first-failure failures-wait sessions-held sessions-running",
        "fault=blocking | who-is-served first-failure failures-wait sessions-held sessions-blocked",
        "fault=blocking pool=hikari | who-is-served first-failure failures-wait sessions-held sessions-blocked",
        "fault=concurrency | all-served never-above-the-maximum the-rest-waits",
        "fault=concurrency pool=hikari | all-served never-above-the-maximum the-rest-waits",
        "fault=concurrency requests=5 | all-served never-above-the-maximum",
        "fault=concurrency requests=40 | never-above-the-maximum the-rest-waits the-last-give-up",
        "fault=reclaimed | all-served reclaimed",
        "fault=reclaimed pool=hikari | who-is-served first-failure failures-wait sessions-held",
        "fault=none | all-served one-physical-connection opening-costs",
        "fault=none pool=hikari | all-served",
        "fault=none requests=1 | all-served one-physical-connection",
    })
    void lab_01_holds(String settings, String claims) {
        holds("01", settings, claims);
    }

    private static final String ALWAYS =
            " one-pool as-many-as-work-at-once a-backend-each instances-are-bounded tenant-inside-the-transaction";
    private static final String MEMORY = System.getProperty("os.name").equals("Linux") ? " memory-grows" : "";

    @Test
    void lab_02_holds_with_a_string_per_tenant() {
        holds("02", "", "a-pool-per-tenant a-connection-per-tenant same-work instances-multiply" + MEMORY + ALWAYS);
    }

    @Test
    void lab_02_holds_with_a_map_of_hikari_pools() {
        holds("02", "pool=hikari-per-tenant tenants=20 parallelism=4",
                "a-pool-per-tenant a-connection-per-tenant same-work instances-multiply" + MEMORY + ALWAYS);
    }

    @Test
    void lab_02_holds_with_the_canonical_string() {
        holds("02", "string=canonical", ALWAYS.strip());
    }

    @Test
    void lab_02_holds_with_shuffled_keys() {
        holds("02", "string=shuffled-keys", "a-pool-per-order same-work" + ALWAYS);
    }

    @Test
    void lab_02_holds_at_the_edges_of_its_knobs() {
        holds("02", "tenants=1 parallelism=1 rounds=1",
                "a-pool-per-tenant a-connection-per-tenant same-work instances-multiply" + ALWAYS);
        holds("02", "tenants=90 parallelism=50 rounds=1",
                "a-pool-per-tenant a-connection-per-tenant same-work instances-multiply" + ALWAYS);
    }

    private static final String BACKEND_MEMORY =
            System.getProperty("os.name").equals("Linux") ? " memory-grows reset-keeps-memory" : "";

    @Test
    void lab_04_holds_with_all_its_parts() {
        holds("04", "", "opening-costs a-backend-per-login a-pooler-starts-none tls-comes-on-top" + BACKEND_MEMORY
                + " idle-are-there slots-cost churn same-requests no-churn logins-before-work more-than-needed"
                + " opened-on-demand");
    }

    @ParameterizedTest(name = "04 {0}")
    @CsvSource(delimiter = '|', value = {
        "part=opening logins=5 | opening-costs a-backend-per-login a-pooler-starts-none tls-comes-on-top",
        "part=idle idle=0 clients=1 duration=200ms | idle-are-there",
        "part=idle idle=60 clients=6 duration=200ms | idle-are-there",
        "part=setting max-connections=300 | slots-cost",
        "part=churn max-idle=20 | no-churn",
        "part=churn max-idle=0 max-open=2 bursts=2 | churn same-requests no-churn",
        "part=churn max-idle=10 bursts=3 | churn same-requests no-churn",
        "part=storm min-pool-size=0 instances=2 | opened-on-demand",
        "part=storm min-pool-size=1 instances=1 | logins-before-work opened-on-demand",
        "part=storm min-pool-size=5 instances=2 | logins-before-work more-than-needed opened-on-demand",
    })
    void lab_04_holds(String settings, String claims) {
        holds("04", settings, claims);
    }

    private static final String SMALL = " small-has-no-errors small-needs-few-backends server-keeps-its-limit";
    private static final String REFUSED = "some-are-refused refused-with-53300 small-has-the-shorter-tail";

    @ParameterizedTest(name = "03 {0}")
    @CsvSource(delimiter = '|', value = {
        "query=sale | " + REFUSED + " small-does-more" + SMALL,
        "query=point-read blocking-period=on | " + REFUSED + SMALL,
        "opens=serial on-error=retry | " + REFUSED + " small-does-more" + SMALL,
        "pool=hikari | refused-unseen" + SMALL,
        "beginning=calm query=point-read | " + SMALL,
        "client-pool=20 | " + SMALL,
        "client-pool=5 clients=1 | " + SMALL,
    })
    void lab_03_holds(String settings, String claims) {
        // A small server, so that a small crowd is too much for it. A setting that comes later wins.
        holds("03", "max-connections=60 client-pool=100 clients=80 duration=1s " + settings, claims.strip());
    }

    @Test
    void lab_05_holds() {
        holds("05", "", "inner-optimum largest-does-less largest-has-the-longer-tail littles-law");
    }

    @Test
    void lab_05_holds_with_few_clients() {
        holds("05", "clients=8 largest=8 scale=1", "littles-law");
    }

    @ParameterizedTest(name = "06 {0}")
    @CsvSource(delimiter = '|', value = {
        "pool-size=12 | one-is-perfect a-normal-day the-count-stops the-rest-is-53300",
        "pool-size=10 | one-is-perfect a-normal-day the-budget-is-right",
        "pool-size=8 surge=2 | one-is-perfect a-normal-day the-count-stops the-rest-is-53300",
        "pool-size=5 through=pooler | the-pooler-keeps-its-size nobody-is-refused",
    })
    void lab_06_holds(String settings, String claims) {
        holds("06", "instances=4 max-connections=50 duration=2s " + settings, claims);
    }
}
