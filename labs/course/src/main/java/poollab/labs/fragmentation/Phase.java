package poollab.labs.fragmentation;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;
import poollab.bench.Bench;
import poollab.bench.Observation;
import poollab.bench.Observation.Outcome;
import poollab.bench.SeriesRecorder;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.clientpool.ConnectionPools;
import poollab.clientpool.PoolCounters;
import poollab.clientpool.PoolListener;
import poollab.engine.Session;
import poollab.labs.ServerView;

/** All rounds under one way of writing the connection string, measured. */
record Phase(Writing writing, PoolCounters counters, double seconds) {
    /** What stays the same for every phase of a run. */
    record Frame(Bench bench, ServerView view, PoolKind pool, int tenants, int rounds, int parallelism, long seed) {}

    static Phase run(Frame frame, Writing writing) throws Exception {
        Bench bench = frame.bench();
        String name = Words.of(writing);
        SeriesRecorder series = bench.series(
                "pools." + name, "Pools and connections, " + name, Unit.COUNT, List.of("pools", "pooled connections"));
        IntFunction<String> texts = writing.texts(
                bench.server().url(), bench.server().application(), frame.tenants(), frame.seed());
        ConnectionPools pools = bench.lend(frame.pool().open(frame.parallelism(), PoolListener.NONE));
        Traffic traffic = bench.lend(new Traffic(pools, texts, frame.tenants(), frame.parallelism()));
        long start = bench.nanos();
        for (int round = 1; round <= frame.rounds(); round++) {
            traffic.round(round);
            PoolCounters now = pools.counters();
            series.add(now.activePools(), now.pooledConnections());
            bench.event(name, Outcome.OK, "round " + round + ": " + Words.count(frame.tenants(), "request") + ", "
                    + Words.count(now.activePools(), "pool") + ", "
                    + Words.count(now.pooledConnections(), "connection"));
        }
        double seconds = (bench.nanos() - start) / 1e9;
        PoolCounters counters = pools.counters();
        recordServer(frame, writing);
        recordCounters(bench, name, counters, seconds);
        recordTraffic(bench, name, traffic);
        if (writing == Writing.SHUFFLED_KEYS)
            bench.figure("orders", "different texts of the same settings", distinct(texts, frame), Unit.COUNT);
        pools.close();
        traffic.close();
        // The next phase begins on a server without this one's sessions.
        bench.await(java.time.Duration.ofSeconds(5), () -> frame.view().own().isEmpty());
        return new Phase(writing, counters, seconds);
    }

    private static int distinct(IntFunction<String> texts, Frame frame) {
        Set<String> seen = new HashSet<>();
        for (int request = 0; request < frame.rounds() * frame.tenants(); request++) seen.add(texts.apply(request));
        return seen.size();
    }

    private static void recordCounters(Bench bench, String name, PoolCounters c, double seconds) {
        bench.figureOf(name, "groups", "pool groups", c.activePoolGroups(), Unit.COUNT);
        bench.figureOf(name, "pools", "pools", c.activePools(), Unit.COUNT);
        bench.figureOf(name, "pooled", "pooled connections", c.pooledConnections(), Unit.COUNT);
        bench.figureOf(name, "hard-connects", "hard connects", c.hardConnects(), Unit.COUNT);
        bench.figureOf(name, "soft-connects", "soft connects", c.softConnects(), Unit.COUNT);
        bench.figureOf(name, "hard-connects-rate", "hard connects per second", c.hardConnects() / seconds,
                Unit.PER_SECOND);
        bench.figureOf(name, "soft-connects-rate", "soft connects per second", c.softConnects() / seconds,
                Unit.PER_SECOND);
    }

    /** Sessions and memory of one instance, then the sessions once a second instance is there. */
    private static void recordServer(Frame frame, Writing writing) throws Exception {
        Bench bench = frame.bench();
        String name = Words.of(writing);
        List<Session> sessions = frame.view().own();
        bench.figureOf(name, "backends", "backends on the server", sessions.size(), Unit.COUNT);
        if (sessions.stream().allMatch(session -> session.memoryBytes().isPresent()))
            bench.figureOf(name, "backend-memory", "memory of these backends",
                    sessions.stream().map(Session::memoryBytes).mapToLong(OptionalLong::getAsLong).sum(), Unit.BYTES);
        SecondInstance second = bench.lend(SecondInstance.start(
                bench.server(), frame.pool(), writing, frame.tenants(), frame.parallelism(), frame.seed()));
        int both = frame.view().own().size();
        bench.figureOf(name, "backends-2", "with a second instance", both, Unit.COUNT);
        bench.event(name, Outcome.OK, "a second instance of the application: " + Words.count(both, "backend"));
        second.close();
    }

    private static void recordTraffic(Bench bench, String name, Traffic traffic) {
        Histogram h = traffic.borrows();
        bench.observe(new Observation.Histogram(
                name + ".borrow", name + ": time to get a connection", h.getTotalCount(), millis(h.getMinValue()),
                millis(h.getValueAtPercentile(50)), millis(h.getValueAtPercentile(95)),
                millis(h.getValueAtPercentile(99)), millis(h.getMaxValue())));
        bench.figureOf(name, "own-tenant", "requests that read their own tenant back", traffic.ownTenantSeen(),
                Unit.COUNT);
        bench.figureOf(name, "foreign-tenant", "requests that found another's tenant",
                traffic.foreignTenantSeen(), Unit.COUNT);
    }

    private static double millis(long micros) {
        return micros / 1_000.0;
    }
}
