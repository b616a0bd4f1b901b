package poollab.console.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;
import poollab.console.bench.Findings.Memory;
import poollab.console.bench.Findings.Series;

/** Findings as tables; they fit 80 columns. */
final class Tables {
    private static final List<Column> THROUGHPUT = List.of(
            new Column("load", Unit.TEXT),
            new Column("clients", Unit.COUNT),
            new Column("pooler", Unit.TEXT),
            new Column("tx/s", Unit.COUNT),
            new Column("ratio", Unit.COUNT),
            new Column("user µs", Unit.COUNT),
            new Column("sys µs", Unit.COUNT),
            new Column("failed", Unit.COUNT),
            new Column("backends", Unit.COUNT));
    private static final List<Column> MEMORY = List.of(
            new Column("idle clients", Unit.COUNT),
            new Column("pooler", Unit.TEXT),
            new Column("RSS MB", Unit.COUNT),
            new Column("heap in use MB", Unit.COUNT),
            new Column("RSS kB a client", Unit.COUNT));

    private Tables() {}

    /** The ratio stands in the bundled pooler's row: its transactions a second to the other's. */
    static Table throughput(Findings findings) {
        List<List<Object>> rows = new ArrayList<>();
        for (Series series : findings.throughput()) {
            String ratio = findings.throughput().stream()
                    .filter(other -> series.pooler().equals("bundled") && !other.pooler().equals(series.pooler())
                            && other.load() == series.load() && other.clients() == series.clients())
                    .map(other -> String.format(Locale.ROOT, "%.2f", series.perSecond() / other.perSecond()))
                    .findFirst().orElse("");
            rows.add(Arrays.asList(series.load().toString(), series.clients(), series.pooler(), Math.round(series.perSecond()),
                    ratio, rounded(series.userMicros()), rounded(series.systemMicros()), series.failed(), series.backends()));
        }
        return new Table("throughput", "Point reads and logins, and the pooler's processor time for each", THROUGHPUT, rows, null);
    }

    /** A client's share is what the memory grew by since nobody was there. */
    static Table memory(Findings findings) {
        List<List<Object>> rows = new ArrayList<>();
        for (Memory memory : findings.memory()) {
            Object share = findings.memory().stream()
                    .filter(other -> other.pooler().equals(memory.pooler()) && other.idle() == 0 && memory.idle() > 0)
                    .map(empty -> (Object) rounded((memory.residentBytes() - empty.residentBytes()) / 1e3 / memory.idle()))
                    .findFirst().orElse("");
            rows.add(Arrays.asList(memory.idle(), memory.pooler(), rounded(memory.residentBytes() / 1e6),
                    memory.heapBytes() == null ? null : (Object) rounded(memory.heapBytes() / 1e6), share));
        }
        return new Table("memory", "Memory with idle clients", MEMORY, rows, null);
    }

    private static double rounded(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
