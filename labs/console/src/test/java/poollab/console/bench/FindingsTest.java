package poollab.console.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import poollab.bench.BadInput;
import poollab.bench.Machine;
import poollab.console.bench.Findings.Memory;
import poollab.console.bench.Findings.Round;
import poollab.console.bench.Findings.Series;
import poollab.report.TextTable;

/** What is read from other programs, and what is made of it. */
class FindingsTest {
    private static final Wanted WANTED = new Wanted(5, 3, List.of(100), List.of(Load.SIMPLE), List.of(5_000, 1_000, 1_000));

    private static Round round(double perSecond, long failed, int backends) {
        return new Round(perSecond, 1_000, 8.25, 17, failed, backends, failed == 0 ? null : "client 3 aborted");
    }

    private static Findings findings(Round... other) {
        return new Findings(Instant.EPOCH, true, Machine.here(), "PostgreSQL 18.6", Map.of(), WANTED,
                List.of(
                        new Series(Load.SIMPLE, 100, "bundled", List.of(round(9_000, 0, 19), round(21_000, 0, 20), round(20_000, 0, 3))),
                        new Series(Load.SIMPLE, 100, "pgbouncer", List.of(other))),
                List.of(new Memory("bundled", 0, 40_000_000, 4_000_000L), new Memory("bundled", 1_000, 43_000_000, 5_500_000L),
                        new Memory("pgbouncer", 1_000, 8_000_000, null)));
    }

    @Test
    void the_median_counts_and_what_failed_adds_up() {
        Series series = findings(round(19_000, 1, 20), round(18_000, 2, 20)).throughput().getFirst();
        assertThat(series.perSecond()).isEqualTo(20_000);
        assertThat(series.backends()).isEqualTo(20);
        assertThat(findings(round(19_000, 1, 20), round(17_000, 2, 20)).throughput().getLast().perSecond()).isEqualTo(18_000);
        assertThat(findings(round(19_000, 1, 20), round(17_000, 2, 20)).throughput().getLast().failed()).isEqualTo(3);
    }

    @Test
    void both_stand_in_one_table_of_eighty_columns() {
        Findings findings = findings(round(16_000, 0, 20));
        assertThat(TextTable.lines(Tables.throughput(findings), 78)).containsExactly(
                "load    clients  pooler       tx/s  ratio  user µs  sys µs  failed  backends",
                "──────  ───────  ─────────  ──────  ─────  ───────  ──────  ──────  ────────",
                "simple      100  bundled    20,000   1.25      8.3      17       0        20",
                "simple      100  pgbouncer  16,000             8.3      17       0        20");
        assertThat(TextTable.lines(Tables.memory(findings), 78)).containsExactly(
                "idle clients  pooler     RSS MB  heap in use MB  RSS kB a client",
                "────────────  ─────────  ──────  ──────────────  ───────────────",
                "           0  bundled        40               4",
                "       1,000  bundled        43             5.5                3",
                "       1,000  pgbouncer       8               –");
    }

    @Test
    void a_failed_transaction_and_too_many_backends_are_told() {
        assertThat(findings(round(16_000, 0, 20)).broken()).isEmpty();
        assertThat(findings(round(16_000, 1, 20), round(1, 0, 21)).broken()).hasSize(2)
                .first().asString().isEqualTo("pgbouncer, simple, 100 clients: 1 failed, 20 backends for a pool of 20. client 3 aborted");
    }

    @Test
    void pgbenchs_report_is_read() {
        PgBench.Outcome load = PgBench.Outcome.of("""
                pgbench: error: client 3 script 0 aborted in command 1 query 0: ERROR:  prepared statement "P0_1" does not exist
                number of transactions actually processed: 64705
                number of failed transactions: 2 (0.003%)
                latency average = 7.7 ms
                initial connection time = 26.123 ms
                tps = 12941.126534 (without initial connection time)
                pgbench: error: Run was aborted; the above results are incomplete.
                """);
        assertThat(load).isEqualTo(new PgBench.Outcome(64_705, 12_941.126534, 3,
                "pgbench: error: client 3 script 0 aborted in command 1 query 0: ERROR:  prepared statement \"P0_1\" does not exist"));
    }

    @Test
    void a_heap_is_the_sum_of_its_parts_whatever_the_collector() {
        assertThat(Usage.heapIn("""
                123:
                DefNew     total 78656K, used 1399K [0x00000000f0000000, 0x00000000f5550000)
                 eden space 69952K,   2% used [0x00000000f0000000, 0x00000000f015dc48)
                Tenured    total 174784K, used 3700K [0x00000000f5550000, 0x0000000100000000)
                 the  space 174784K,   2% used [0x00000000f5550000, 0x00000000f58ed260)
                Metaspace       used 5000K, committed 5200K, reserved 1114112K
                """)).isEqualTo(OptionalLong.of(5_099 * 1024));
        assertThat(Usage.heapIn(" garbage-first heap   total reserved 262144K, committed 20480K, used 4011K [0x0)\n"))
                .isEqualTo(OptionalLong.of(4_011 * 1024));
        assertThat(Usage.heapIn("AttachNotSupportedException")).isEmpty();
    }

    @Test
    void what_cannot_be_measured_is_refused() {
        assertThat(WANTED.idle()).containsExactly(1_000, 5_000);
        assertThat(WANTED.mostClients()).isEqualTo(5_000);
        assertThatThrownBy(() -> new Wanted(0, 3, List.of(1), List.of(), List.of())).isInstanceOf(BadInput.class)
                .hasMessage("--seconds 0 is out of range");
        assertThatThrownBy(() -> new Wanted(1, 3, List.of(1), List.of(), List.of(30_000))).isInstanceOf(BadInput.class);
    }
}
