package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prometheus' exporter at the console. */
class ExporterTest {
    private static PoolerRig rig;

    @BeforeAll
    static void start() {
        rig = PoolerRig.with("default_pool_size = 2", "max_user_connections = 7", "ignore_startup_parameters = extra_float_digits");
    }

    @AfterAll
    static void stop() {
        rig.close();
    }

    private static RawClient console(String... parameters) {
        return rig.login("pgbouncer", PoolerRig.STATS, "stats-secret", parameters);
    }

    /** As lib/pq logs in: today; up to 1.10; with a name in the connection string. */
    @ParameterizedTest
    @ValueSource(strings = {
        "client_encoding|UTF8|datestyle|ISO, MDY",
        "client_encoding|UTF8|datestyle|ISO, MDY|extra_float_digits|2",
        "application_name|exporter|client_encoding|UTF8|datestyle|ISO, MDY"})
    void itLogsInAndReadsAllItAsksFor(String parameters) {
        try (RawClient console = console(parameters.split("\\|"))) {
            Map<String, Double> series = Exporter.scrape(console).series();
            assertThat(series.keySet()).anyMatch(name -> name.startsWith("pgbouncer_version_info{version=PgBouncer 1.25.2"));
            assertThat(series).containsEntry("pgbouncer_config_max_client_connections{}", 100.0)
                    .containsEntry("pgbouncer_config_max_user_connections{}", 7.0)
                    .containsEntry("pgbouncer_databases_pool_size{database=appdb, force_user=, host=127.0.0.1, name=appdb, pool_mode=, port="
                            + PostgresRig.get().port() + "}", 2.0);
        }
    }

    @Test
    void itCountsWhatWasDone() {
        try (RawClient console = console(); RawClient client = rig.client("application_name", "counted")) {
            client.query("select 1");
            Map<String, Double> before = Exporter.scrape(console).series();
            client.query("begin");
            client.query("select 1");
            Map<String, Double> after = Exporter.scrape(console).series();
            String queries = "pgbouncer_stats_totals_queries_pooled_total{database=appdb}";
            assertThat(after.get(queries) - before.get(queries)).isEqualTo(2);
            assertThat(after).containsEntry("pgbouncer_pools_server_active_connections{database=appdb, user=app}", 1.0)
                    .containsEntry("pgbouncer_client_connections{application_name=counted, database=appdb, state=active, user=app}", 1.0);
            client.query("commit");
        }
    }
}
