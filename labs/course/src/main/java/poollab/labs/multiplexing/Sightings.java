package poollab.labs.multiplexing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Unit;
import poollab.bench.pooler.PoolsWatch;
import poollab.bench.pooler.PoolsWatch.Sample;

/** What SHOW POOLS said while the loads ran: what it said most of the time, and peaks. */
final class Sightings {
    private static final List<Column> COLUMNS = List.of(
            new Column("load", Unit.TEXT), new Column("cl_active", Unit.COUNT), new Column("cl_waiting", Unit.COUNT),
            new Column("sum", Unit.COUNT), new Column("sv_active", Unit.COUNT), new Column("servers", Unit.COUNT),
            new Column("maxwait ms", Unit.COUNT));

    private final Bench bench;
    private final List<List<Object>> rows = new ArrayList<>();

    Sightings(Bench bench) {
        this.bench = bench;
    }

    /** After a load that begins with all its clients there. */
    void add(String load, PoolsWatch watch) {
        watch.record();
        List<Sample> samples = watch.samples();
        bench.figureOf(load, "show-pools", "looks at SHOW POOLS", samples.size(), Unit.COUNT);
        if (samples.isEmpty()) return;
        rows.add(List.of(
                load,
                median(load, "cl_active", samples, Sample::clActive),
                median(load, "cl_waiting", samples, Sample::clWaiting),
                median(load, "clients", samples, Sample::clients),
                median(load, "sv_active", samples, Sample::svActive),
                samples.stream().mapToLong(Sample::servers).max().getAsLong(),
                samples.stream().mapToDouble(Sample::maxwaitMs).max().getAsDouble()));
    }

    private long median(String load, String name, List<Sample> samples, ToLongFunction<Sample> value) {
        long[] sorted = samples.stream().mapToLong(value).sorted().toArray();
        long median = sorted[sorted.length / 2];
        bench.figureOf(load, name, "SHOW POOLS: " + name + ", median", median, Unit.COUNT);
        return median;
    }

    void table() {
        if (!rows.isEmpty()) bench.table("show-pools", "SHOW POOLS while the loads ran: medians; servers and maxwait at most", COLUMNS, rows, null);
    }
}
