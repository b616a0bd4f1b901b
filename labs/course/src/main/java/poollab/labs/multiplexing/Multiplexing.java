package poollab.labs.multiplexing;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Observation.Outcome;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.bench.Words;
import poollab.bench.pooler.PoolerKind;
import poollab.engine.Database;
import poollab.labs.ServerLimit;

/**
 * The same clients straight to the server, with a small client pool, and through a pooler; then more and more instances of the
 * application, and clients that only sit there.
 */
public final class Multiplexing implements Experiment {
    static final Parameter<Database> DB = Parameter.choice("db", Database.POSTGRESQL, "the database server");
    static final Parameter<Poolers> POOLER = Parameter.choice(
            "pooler", Poolers.BUNDLED, "the pooler; another one is measured beside the bundled one");
    static final Parameter<PoolMode> POOL_MODE =
            Parameter.choice("pool-mode", PoolMode.TRANSACTION, "the pooler's pool_mode");
    static final Parameter<Integer> POOL_SIZE =
            Parameter.whole("default-pool-size", 20, 1, 150, "the pooler's default_pool_size");
    static final Parameter<Integer> CLIENTS =
            Parameter.whole("clients", 250, 1, 1_000, "clients, each of which asks again as soon as it has its answer");
    static final Parameter<Integer> INSTANCES =
            Parameter.whole("instances", 12, 4, 24, "instances at the autoscaler's maximum");
    static final Parameter<Integer> IDLE =
            Parameter.whole("idle-clients", 5_000, 0, 10_000, "clients that log in and say nothing; 0 to leave that out").quickly(1_000);
    static final Parameter<Integer> MAX_CONNECTIONS =
            Parameter.whole("max-connections", 200, 40, 400, "max_connections of the server");
    static final Parameter<Queries> QUERY = Parameter.choice("query", Queries.BOTH, "what each request does");
    static final Parameter<Duration> DURATION = Parameter.time(
                    "duration", Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofMinutes(5),
                    "how long each load is measured")
            .quickly(Duration.ofSeconds(2));

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(
                DB, POOLER, POOL_MODE, POOL_SIZE, CLIENTS, INSTANCES, IDLE, MAX_CONNECTIONS, QUERY, DURATION);
    }

    @Override
    public List<Claim> claims() {
        return MultiplexingClaims.ALL;
    }

    /** The name of a load: {@code sale-bundled}. */
    static String load(Query query, String way) {
        return Words.of(query) + "-" + way;
    }

    static String load(Query query, PoolerKind kind) {
        return load(query, Words.of(kind));
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        Poolers wanted = settings.get(POOLER);
        List<PoolerKind> kinds = wanted.kinds.stream().filter(kind -> wanted != Poolers.ALL || here(bench, kind)).toList();
        ServerLimit.set(bench, settings.get(MAX_CONNECTIONS));
        Sightings sightings = new Sightings(bench);
        Traffic traffic = new Traffic(settings, bench, sightings);
        traffic.warmUp();
        Map<Query, Double> direct = new EnumMap<>(Query.class);
        Map<Query, Double> pooled = new EnumMap<>(Query.class);
        for (Query query : settings.get(QUERY).all) {
            direct.put(query, traffic.direct(query));
            traffic.capped(query);
        }
        for (PoolerKind kind : kinds) {
            try (Passage passage = Passage.open(settings, bench, kind)) {
                traffic.warmUp(passage);
                for (Query query : settings.get(QUERY).all) {
                    double perSecond = traffic.through(passage, query);
                    if (kind == PoolerKind.BUNDLED) pooled.put(query, perSecond);
                }
                if (kind == PoolerKind.BUNDLED && settings.get(POOL_MODE) == PoolMode.TRANSACTION) Growth.run(settings, bench, passage.pooler());
                if (kind != PoolerKind.PGPOOL && settings.get(IDLE) > 0) IdleClients.measure(settings, bench, passage.pooler());
            }
        }
        sightings.table();
        pooled.forEach((query, perSecond) -> Traffic.compare(bench, query, perSecond / direct.get(query)));
    }

    private static boolean here(Bench bench, PoolerKind kind) {
        if (kind.here()) return true;
        bench.event(Words.of(kind), Outcome.NOTE, "not on this machine: left out\n" + kind.advice());
        return false;
    }
}
