package poollab.labs;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import poollab.engine.Server;

/** As {@link ClaimsHoldTest}, for the labs with a pooler in between. */
class PoolerClaimsHoldTest {
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

    /** A small server, so that a small crowd is too much for it. */
    private static final String SMALL_CROWD = "max-connections=60 clients=80 default-pool-size=8 instances=4 duration=1s";

    private static final String POOLED = "everybody-is-in pooled-has-no-errors few-server-connections instances-add-no-connection";
    private static final String IDLE = System.getProperty("os.name").equals("Linux") ? " an-idle-client-is-cheap" : "";

    @Test
    void lab_07_holds_with_reads_and_sales() {
        holds("07", SMALL_CROWD + " idle-clients=600",
                "direct-is-refused most-clients-wait writes-gain " + POOLED + IDLE);
    }

    @ParameterizedTest(name = "07 {0}")
    @CsvSource(delimiter = '|', value = {
        "query=read pooler=none | direct-is-refused",
        "query=read pooler=all clients=20 default-pool-size=10 | " + POOLED,
        "query=sale pool-mode=session | direct-is-refused few-server-connections a-session-keeps-its-connection",
    })
    void lab_07_holds(String settings, String claims) {
        holds("07", SMALL_CROWD + " idle-clients=0 " + settings, claims);
    }

    private static final String LEAKED = "same-backend only-statement-mode-refuses b-finds-the-setting the-report-is-canceled";
    private static final String UNTOUCHED = "same-backend only-statement-mode-refuses b-is-untouched";
    private static final String MATRIX = "all-cells-measured a-session-keeps-its-own a-library-survives-the-reset sessions-leak a-loses-it"
            + " local-is-safe followed-is-safe search-path-is-followed only-statement-mode-refuses-transactions";
    private static final String LEFT_BEHIND =
            "the-lock-stays b-takes-the-lock-again others-find-it-taken b-has-the-table the-wrong-client-hears";
    private static final String ISOLATION = "jdbc-is-reset sql-survives discard-all-resets-it every-reset-misses";

    @Test
    void lab_08_holds_with_all_its_parts() {
        holds("08", "", LEAKED + " " + MATRIX + " " + LEFT_BEHIND + " " + ISOLATION);
    }

    @ParameterizedTest(name = "08 {0}")
    @CsvSource(delimiter = '|', value = {
        "remedy=set-local | " + UNTOUCHED,
        "remedy=tracked | " + UNTOUCHED,
        "remedy=track-extra | " + LEAKED,
        "remedy=reset-query | " + LEAKED,
        "remedy=reset-always | " + UNTOUCHED + " a-reset-per-request a-reset-costs-time a-reset-takes-from-its-owner",
        "pool-mode=session | " + UNTOUCHED,
        "pool-mode=session remedy=reset-always | " + UNTOUCHED,
        "pool-mode=statement | " + LEAKED,
        "pool-mode=statement remedy=set-local | only-statement-mode-refuses b-is-untouched",
        "pool-mode=statement remedy=tracked | " + UNTOUCHED,
    })
    void lab_08_holds(String settings, String claims) {
        holds("08", "part=report " + settings, claims);
    }

    private static final String FOLLOWED = "tracked-has-no-errors prepared-once-for-all ";
    private static final String NAMES = "taken-is-untracked fatal-is-tracked another-ones-answer tracking-serves-more"
            + " unnamed-is-safe sql-prepare-is-not-followed sweeps-are-noticed deallocate-by-name-misses ";
    private static final String DISCARDS = "a-discard-per-request a-reset-forgets-statements no-reset-does-more";

    @Test
    void lab_09_holds_with_all_its_parts() {
        holds("09", "", FOLLOWED + "untracked-misses-names untracked-clashes untracked-does-less untracked-reconnects settings-avoid-it"
                + " no-cache-is-not-enough " + NAMES + DISCARDS);
    }

    @ParameterizedTest(name = "09 {0}")
    @CsvSource(delimiter = '|', value = {
        "part=load driver=threshold-0 | " + FOLLOWED + "settings-avoid-it",
        "part=load driver=simple default-pool-size=4 | " + FOLLOWED + "settings-avoid-it",
        "part=load driver=no-cache | " + FOLLOWED + "no-cache-is-not-enough",
        "part=families max-prepared-statements=20 | " + NAMES,
        "part=reset clients=20 default-pool-size=5 | " + DISCARDS,
    })
    void lab_09_holds(String settings, String claims) {
        holds("09", settings, claims);
    }

    private static final String TOLD = "query-timeout-running the-query-runs-on query-timeout-waiting query-timeout-keeps-its-time"
            + " idle-transaction-ends idle-transaction-keeps-its-time clients-are-limited the-console-counts"
            + " the-console-gets-in logins-are-limited one-code-for-all";
    private static final String STUCK = "all-queue the-pooler-gives-up not-before-its-time maxwait-grows ";

    @Test
    void lab_10_holds_with_all_its_parts() {
        holds("10", "", STUCK + "server-has-nothing-to-do " + TOLD
                + " the-reserve-comes-late the-reserve-opens the-reserve-ends the-pool-stops the-database-waits-too"
                + " the-real-error-is-hidden the-lock-is-stranded the-gateway-answers not-before-the-gateway work-for-nobody");
    }

    @Test
    void lab_10_holds_when_all_is_mended() {
        holds("10", "fault=none client-pool=11 unlock=after-rollback order=right", "all-served nothing-is-left " + TOLD
                + " the-reserve-comes-late the-reserve-opens the-reserve-ends the-pool-goes-on the-real-error-is-told"
                + " the-lock-is-free the-cause-answers nothing-goes-on");
    }

    @ParameterizedTest(name = "10 {0}")
    @CsvSource(delimiter = '|', value = {
        "part=queue fault=slow-queries pool-size=1 clients=1 | " + STUCK + "server-is-at-work",
        "part=queue fault=too-few-servers | all-served waiting-without-an-error",
        "part=queue fault=too-few-servers pool-size=8 | all-served",
        "part=queue fault=too-few-servers pool-size=1 clients=40 | a-queue-too-long",
        "part=queue pool-size=20 clients=50 query-wait-timeout=1s | " + STUCK + "server-has-nothing-to-do",
        "part=errors max-client-conn=2 | " + TOLD,
        "part=reserve reserve-pool-size=0 pool-size=1 | the-reserve-ends no-reserve",
        "part=nested connections-each=3 threads=4 client-pool=8 | the-pool-stops the-database-waits-too",
        "part=nested connections-each=3 threads=4 client-pool=9 | the-pool-goes-on",
        "part=nested client-pool=3 | the-pool-stops the-database-waits-too",
        "part=nested connections-each=1 client-pool=1 | the-pool-goes-on",
        "part=unlock unlock=with-transaction | the-real-error-is-told the-lock-is-free",
    })
    void lab_10_holds(String settings, String claims) {
        holds("10", settings, claims);
    }

    private static final String BACK = "acknowledged-is-kept everyone-is-back";
    private static final String DROPPED = " idle-are-dropped in-use-go-when-given-back none-is-stale";

    @ParameterizedTest(name = "11 {0}")
    @CsvSource(delimiter = '|', value = {
        "event=restart | " + BACK + DROPPED + " refused-although-it-is-back",
        "event=restart blocking-period=off clients=5 | " + BACK + DROPPED + " not-refused-when-it-is-back",
        "event=restart through=hikari | " + BACK + " hikari-lets-wait",
        "event=restart through=pooler | " + BACK + " clients-are-cut",
        "event=restart through=pooler pause=on | " + BACK + " pause-costs-no-error",
        "event=kill | " + BACK + DROPPED + " refused-although-it-is-back",
        "event=kill through=hikari | " + BACK + " hikari-lets-wait",
        "event=kill through=pooler pause=on | " + BACK + " clients-are-cut",
        "event=switchover | acknowledged-is-kept read-only-and-no-end probes-see-nothing",
        "event=switchover hosts=both blocking-period=off | acknowledged-is-kept probes-see-nothing finds-the-primary",
        "event=switchover through=hikari hosts=both | acknowledged-is-kept probes-see-nothing finds-the-primary",
        "event=switchover through=pooler | acknowledged-is-kept read-only-and-no-end probes-see-nothing",
        "event=switchover through=pooler pause=on | acknowledged-is-kept pause-costs-no-error finds-the-primary",
        "event=probes | three-answers",
        "event=pooler-killed | everything-stops two-go-on",
        "event=sessions-ended | ended-idle-unnoticed ended-in-a-transaction",
        "event=reconnect | all-reconnect jitter-flattens",
        "event=reconnect jitter=0s instances=2 | all-reconnect",
        "event=deploy instances=3 | a-deploy-doubles the-pooler-keeps-its-size",
    })
    void lab_11_holds(String settings, String claims) {
        holds("11", settings, claims);
    }

    @Test
    void lab_12_holds_with_all_faults() {
        holds("12", "", "healthy-is-silent leak-fires transaction-fires reclaimed-fires stasis-fires fragmentation-fires"
                + " overload-fires churn-fires oversize-fires budget-fires saturation-fires prepared-fires waiting-fires"
                + " server-down-fires pooler-down-fires overload-53300 prepared-named session-state-unseen"
                + " reload-takes-hold column-names-stay-silent every-alert-fires");
    }

    @ParameterizedTest(name = "12 {0}")
    @CsvSource(delimiter = '|', value = {
        "fault=none | healthy-is-silent",
        "fault=reclaimed speed=120 | healthy-is-silent reclaimed-fires",
        "fault=waiting speed=30 | healthy-is-silent waiting-fires column-names-stay-silent",
    })
    void lab_12_holds(String settings, String claims) {
        holds("12", settings, claims);
    }
}
