package poollab.bench.pooler;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import poollab.bench.Bench;
import poollab.bench.Sampler;
import poollab.bench.SeriesRecorder;
import poollab.bench.Unit;

/**
 * Looks at SHOW POOLS again and again, over all pools of a pooler, until it is closed. Two series come of it: {@code OF.pools}
 * with the lines cl_active, cl_waiting, sv_active, sv_idle; {@code OF.maxwait}.
 */
public final class PoolsWatch implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMillis(100);
    private static final List<String> SERVERS = List.of("sv_active", "sv_idle", "sv_used", "sv_tested", "sv_login");

    private final Bench bench;
    private final String of;
    private final LabPooler pooler;
    private final SeriesRecorder pools;
    private final SeriesRecorder waits;
    private final Sampler sampler;
    private final List<Sample> samples = new ArrayList<>();

    /**
     * One look.
     *
     * @param servers all connections to the server, in whatever state
     * @param maxwaitMs how long the first in the queue had waited
     */
    public record Sample(
            double atMs, long clActive, long clWaiting, long svActive, long svIdle, long servers, double maxwaitMs) {
        /** Those that are linked to a server or wait for one; one that is between two requests counts as active, too. */
        public long clients() {
            return clActive + clWaiting;
        }
    }

    /** Begins to look. The bench ends it, if nobody else does. */
    public static PoolsWatch start(Bench bench, String of, LabPooler pooler) {
        PoolsWatch watch = new PoolsWatch(bench, of, pooler);
        watch.sampler.begin();
        return bench.lend(watch);
    }

    private PoolsWatch(Bench bench, String of, LabPooler pooler) {
        this.bench = bench;
        this.of = of;
        this.pooler = pooler;
        pools = bench.series(of + ".pools", of + ": SHOW POOLS", Unit.COUNT,
                List.of("cl_active", "cl_waiting", "sv_active", "sv_idle"));
        waits = bench.series(of + ".maxwait", of + ": the longest wait", Unit.MILLISECONDS, List.of("maxwait"));
        sampler = new Sampler("pools watch", EVERY, this::look);
    }

    private void look() {
        if (!pooler.running()) return;
        try {
            take(pooler.show("pools"));
        } catch (SQLException e) {
            // The pooler is ending, or takes no new client: whoever uses it learns it.
        }
    }

    private void take(Rows all) {
        List<Map<String, String>> rows =
                all.named().stream().filter(row -> !row.get("database").equals("pgbouncer")).toList();
        long servers = SERVERS.stream().mapToLong(column -> sum(rows, column)).sum();
        double wait = rows.stream()
                .mapToDouble(row -> number(row, "maxwait") * 1e3 + number(row, "maxwait_us") / 1e3)
                .max()
                .orElse(0);
        Sample sample = new Sample(
                bench.elapsedMs(), sum(rows, "cl_active"), sum(rows, "cl_waiting"), sum(rows, "sv_active"),
                sum(rows, "sv_idle"), servers, wait);
        synchronized (samples) {
            samples.add(sample);
        }
        pools.add(sample.clActive, sample.clWaiting, sample.svActive, sample.svIdle);
        waits.add(sample.maxwaitMs);
    }

    private static long sum(List<Map<String, String>> rows, String column) {
        return rows.stream().mapToLong(row -> number(row, column)).sum();
    }

    private static long number(Map<String, String> row, String column) {
        return Long.parseLong(row.get(column));
    }

    /** All looks so far. */
    public List<Sample> samples() {
        synchronized (samples) {
            return List.copyOf(samples);
        }
    }

    /** Ends the looking, and observes the peaks: {@code OF.cl_waiting-peak}, {@code OF.servers-peak}, {@code OF.maxwait-peak}. */
    public void record() {
        close();
        List<Sample> all = samples();
        bench.figureOf(of, "cl_waiting-peak", "clients waiting, at most",
                all.stream().mapToLong(Sample::clWaiting).max().orElse(0), Unit.COUNT);
        bench.figureOf(of, "servers-peak", "server connections, at most",
                all.stream().mapToLong(Sample::servers).max().orElse(0), Unit.COUNT);
        bench.figureOf(of, "maxwait-peak", "longest wait seen",
                all.stream().mapToDouble(Sample::maxwaitMs).max().orElse(0), Unit.MILLISECONDS);
    }

    @Override
    public void close() {
        sampler.close();
    }
}
