package poollab.labs.multiplexing;

import static poollab.labs.multiplexing.Multiplexing.CLIENTS;
import static poollab.labs.multiplexing.Multiplexing.DURATION;
import static poollab.labs.multiplexing.Multiplexing.MAX_CONNECTIONS;
import static poollab.labs.multiplexing.Multiplexing.POOL_SIZE;
import static poollab.labs.multiplexing.Multiplexing.load;

import java.sql.SQLException;
import java.time.Duration;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Words;
import poollab.bench.load.LoadRun;
import poollab.bench.pooler.PoolerKind;
import poollab.bench.pooler.PoolsWatch;
import poollab.clientpool.ConnectionReset;
import poollab.clientpool.KeyedPools;
import poollab.clientpool.PoolSettings;
import poollab.clientpool.PoolListener;
import poollab.labs.FilledPool;
import poollab.labs.ServerLimit;
import poollab.load.ConnectionSource;
import poollab.load.LoadPlan;
import poollab.load.LoadPlan.Holding;
import poollab.load.LoadResult;

/** The same clients on three ways to the server. */
final class Traffic {
    private static final String APPLICATION = "bookstore web";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);
    /** What the server keeps for superusers, and some for whoever looks on. */
    private static final int RESERVE = 10;

    private final Settings settings;
    private final Bench bench;
    private final Sightings sightings;

    Traffic(Settings settings, Bench bench, Sightings sightings) {
        this.settings = settings;
        this.bench = bench;
        this.sightings = sightings;
    }

    /** The largest client pool that surely fits into the server. */
    static int fitting(Settings settings) {
        return settings.get(MAX_CONNECTIONS) - RESERVE;
    }

    /** A JVM that has just started spends several times as much on a request: the first load must not pay for it. */
    void warmUp() throws SQLException {
        warmUp("clients", bench.server().text(APPLICATION));
    }

    /** The bundled pooler runs in a JVM, too. As many clients as it has server connections: nobody waits, in no pool mode. */
    void warmUp(Passage passage) throws SQLException {
        warmUp(passage.pooler().name(), passage.pooler().text(APPLICATION));
    }

    private void warmUp(String actor, String text) throws SQLException {
        int clients = Math.min(settings.get(POOL_SIZE), settings.get(CLIENTS));
        Duration time = settings.get(DURATION).dividedBy(2);
        bench.event(actor, Outcome.NOTE, "warm up for " + DURATION.kind().format(time));
        for (Query query : settings.get(Multiplexing.QUERY).all) {
            try (KeyedPools pools = FilledPool.open(clients, text)) {
                ConnectionSource source = ConnectionSource.of(pools, text);
                LoadRun.prepare(query.work, source);
                LoadRun.unobserved(bench, LoadPlan.closed(query.work, clients, time), source);
            }
        }
    }

    /** Each client wants a connection of its own. Those that get none keep asking. */
    double direct(Query query) throws SQLException {
        String name = load(query, "direct");
        String text = bench.server().text(APPLICATION);
        PoolSettings each = new PoolSettings(settings.get(CLIENTS), CONNECT_TIMEOUT, ConnectionReset.NONE)
                .withoutBlocking()
                .withParallelOpens();
        try (KeyedPools pools = bench.lend(new KeyedPools(each, PoolListener.NONE))) {
            refused(name, begin(pools, text));
            return run(name, query, Holding.PER_CLIENT, pools, text, null).throughput();
        }
    }

    /** All clients connect, one after another. Returns the first refusal, or null. */
    private SQLException begin(KeyedPools pools, String text) {
        try {
            FilledPool.fill(pools, settings.get(CLIENTS), text);
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    private void refused(String name, SQLException first) {
        boolean tooMany = first != null && ServerLimit.TOO_MANY_CONNECTIONS.equals(first.getSQLState());
        bench.figureOf(name, "refused", "a client was refused at the start, SQLSTATE 53300", tooMany ? 1 : 0, Unit.COUNT);
        if (first != null) bench.event(name, Outcome.FAILED, "not all get in\n" + first.getSQLState() + " " + first.getMessage());
    }

    /** The clients share a client pool as large as the pooler's. */
    void capped(Query query) throws SQLException {
        String text = bench.server().text(APPLICATION);
        try (KeyedPools pools = bench.lend(FilledPool.open(settings.get(POOL_SIZE), text))) {
            run(load(query, "capped"), query, Holding.PER_REQUEST, pools, text, null);
        }
    }

    /** Each client has a connection of its own to the pooler. Returns successful requests per second. */
    double through(Passage passage, Query query) throws SQLException {
        String name = load(query, passage.pooler().kind());
        String text = passage.pooler().text(APPLICATION);
        try (KeyedPools pools = bench.lend(FilledPool.open(passage.clients(), text))) {
            return run(name, query, Holding.PER_CLIENT, pools, text, passage).throughput();
        }
    }

    private LoadResult run(String name, Query query, Holding holding, KeyedPools pools, String text, Passage passage)
            throws SQLException {
        LoadPlan plan = LoadPlan.closed(query.work, settings.get(CLIENTS), settings.get(DURATION))
                .warmingUp(settings.get(DURATION).dividedBy(4))
                .holding(holding)
                .seeded(bench.random().nextLong());
        LoadRun run = new LoadRun(bench, name);
        ConnectionSource source = ConnectionSource.of(pools, text);
        if (passage == null) return run.here(plan, source);
        // pgpool-II works in its child processes.
        if (passage.pooler().kind() == PoolerKind.PGPOOL) return run.here(plan, source);
        run.with(Words.of(passage.pooler().kind()), passage.pooler().pid());
        try (PoolsWatch watch = PoolsWatch.start(bench, name, passage.pooler())) {
            LoadResult result = run.here(plan, source);
            sightings.add(name, watch);
            return result;
        }
    }

    /** What the hop costs or saves on this machine: the one thing that a run does not claim. */
    static void compare(Bench bench, Query query, double ratio) {
        bench.figure(Words.of(query) + "-pooled-against-direct", Words.of(query) + ": through the pooler against direct", ratio,
                Unit.RATIO);
        bench.event(Words.of(query), Outcome.NOTE, "through the pooler " + Unit.RATIO.format(ratio) + " of the direct throughput: "
                + (ratio > 1 ? "the hop saves more than it costs" : "the hop costs more than it saves"));
    }
}
