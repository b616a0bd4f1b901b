package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;

/** Parameters to follow beyond the usual ones. */
class TrackedParametersTest {

    @Test
    void aFurtherParameterTheServerReportsIsFollowed() {
        try (PoolerRig rig = PoolerRig.with("track_extra_parameters = search_path", "default_pool_size = 1");
                RawClient one = rig.client("search_path", "mine"); RawClient two = rig.client()) {
            assertThat(one.value("show search_path")).isEqualTo("mine");
            assertThat(two.value("show search_path")).isEqualTo("\"$user\", public");
            one.query("set search_path = changed");
            assertThat(two.value("show search_path")).isEqualTo("\"$user\", public");
            assertThat(one.value("show search_path")).isEqualTo("changed");
        }
    }

    /** C20: the server never reports it, so the pooler cannot see it change; the next client must not get it. */
    @Test
    void aFurtherParameterTheServerDoesNotReportDoesNotReachTheNextClient() {
        try (PoolerRig rig = PoolerRig.with("track_extra_parameters = enable_seqscan", "default_pool_size = 1");
                RawClient one = rig.client("enable_seqscan", "off"); RawClient two = rig.client()) {
            one.query("select 1");
            assertThat(two.value("show enable_seqscan")).isEqualTo("on");
        }
    }

    /** pg_dump's {@code set_config('search_path', '', false)}: an empty value is a value. */
    @Test
    void anEmptySearchPathStaysWithItsClient() {
        assumeFalse(PoolerUnderTest.isPeer(), "PgBouncer 1.25.2 quotes it so that the server refuses it");
        try (PoolerRig rig = PoolerRig.with("track_extra_parameters = search_path", "default_pool_size = 1");
                RawClient one = rig.client(); RawClient two = rig.client()) {
            one.query("select pg_catalog.set_config('search_path', '', false)");
            assertThat(two.value("select count(*) from item")).isEqualTo("10");
            assertThat(one.query("select count(*) from item").error()).startsWith("ERROR 42P01");
        }
    }
}
