package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a transaction pool lets one client leave behind for the next: not faults of the pooler but its nature. */
class SharedStateTest {
    private PoolerRig rig;
    private RawClient one;
    private RawClient two;

    @BeforeEach
    void start() {
        rig = PoolerRig.with("default_pool_size = 1");
        one = rig.client();
        two = rig.client();
    }

    @AfterEach
    void stop() {
        one.close();
        two.close();
        rig.close();
    }

    @Test
    void aSettingTheServerDoesNotReportIsSeenByTheNextClient() {
        one.query("set work_mem = '5MB'");
        assertThat(two.value("show work_mem")).isEqualTo("5MB");
    }

    @Test
    void aSettingOfOneTransactionIsGoneWithIt() {
        one.query("begin; set local work_mem = '5MB'; commit");
        assertThat(two.value("show work_mem")).isEqualTo("4MB");
    }

    @Test
    void aTemporaryTableBelongsToTheBackend() {
        one.query("create temp table tt (n int)");
        assertThat(two.query("insert into tt values (1)").tags()).containsExactly("INSERT 0 1");
    }

    @Test
    void anAdvisoryLockOfASessionExcludesNobodyOnTheSameBackend() {
        assertThat(one.query("select pg_advisory_lock(42)").error()).isEmpty();
        assertThat(two.value("select pg_try_advisory_lock(42)")).isEqualTo("t");
    }

    @Test
    void aNotificationReachesWhoeverHoldsTheBackendThatListens() {
        one.query("listen news");
        assertThat(two.query("notify news, 'rain'").types()).isEqualTo("CAZ");
        assertThat(one.isSilentFor(300)).isTrue();
    }

    @Test
    void aCursorOutsideATransactionStaysOnItsBackend() {
        one.query("declare c cursor with hold for select 1");
        assertThat(two.value("fetch c")).isEqualTo("1");
    }

    /** C23, follows PgBouncer: the greeting is the first backend's; sessions see the new value once backends are new. */
    @Test
    void aRolesNewDefaultIsSeenOnNewBackends() {
        try (RawClient admin = rig.admin()) {
            assertThat(one.value("show work_mem")).isEqualTo("4MB");
            PostgresRig.get().run("alter role app set work_mem = '6MB'");
            admin.query("reconnect");
            assertThat(one.value("show work_mem")).isEqualTo("6MB");
        } finally {
            PostgresRig.get().run("alter role app reset work_mem");
        }
    }
}
