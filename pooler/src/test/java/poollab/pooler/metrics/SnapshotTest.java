package poollab.pooler.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import poollab.pooler.admin.AdminConsole;
import poollab.pooler.admin.Table;
import poollab.pooler.config.Config;
import poollab.pooler.config.ConfigException;
import poollab.pooler.log.Log;
import poollab.pooler.metrics.Snapshot.PoolWaits;
import poollab.pooler.net.Loop;
import poollab.pooler.session.Core;
import poollab.pooler.session.Events;
import poollab.pooler.session.Waits;

/** Rows that Prometheus could not tell apart are one series: it takes no series twice. */
class SnapshotTest {
    private static Snapshot anyMoment() throws IOException, ConfigException {
        Config config = Config.parse(Path.of("test.ini"), "[databases]\na =\n[pgbouncer]\n");
        Core core = new Core(new Loop(() -> 1_000_000, defect -> { throw defect; }), new Log(null), Events.NONE, config);
        AdminConsole console = new AdminConsole(core, () -> true, () -> {});
        core.console(console);
        core.inventory.adopt(config);
        return new Metrics(core, console::table).now();
    }

    private static List<String> pool(String clients, String seconds, String micros) {
        List<String> row = new ArrayList<>(List.of("a", "u", clients));
        while (row.size() < 13) row.add("0");
        row.addAll(List.of(seconds, micros, "session", ""));
        return row;
    }

    @Test
    void two_pools_of_the_same_names_are_added_and_the_longest_wait_counts() throws IOException, ConfigException {
        Snapshot moment = anyMoment();
        Map<String, Table> tables = new HashMap<>(moment.tables());
        tables.put("pools", new Table(tables.get("pools").columns(), List.of(pool("2", "1", "500"), pool("3", "0", "7"))));
        long[] some = new long[Waits.bounds().length + 1];
        some[0] = 4;
        some[some.length - 1] = 1;
        PoolWaits waits = new PoolWaits("a", "u", some, 61_000_000);

        String text = new Snapshot(tables, Map.of(), List.of(waits, waits)).text();

        assertThat(text.lines()).containsOnlyOnce("pgbouncer_pools_client_active_connections{database=\"a\",user=\"u\"} 5",
                "pgbouncer_pools_client_maxwait_seconds{database=\"a\",user=\"u\"} 1.0005",
                "pgbouncer_client_wait_seconds_bucket{database=\"a\",user=\"u\",le=\"60\"} 8",
                "pgbouncer_client_wait_seconds_bucket{database=\"a\",user=\"u\",le=\"+Inf\"} 10",
                "pgbouncer_client_wait_seconds_sum{database=\"a\",user=\"u\"} 122",
                "pgbouncer_client_wait_seconds_count{database=\"a\",user=\"u\"} 10");
    }
}
