package poollab.labs.fragmentation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.bench.Words;
import poollab.clientpool.PoolCounters;
import poollab.engine.Database;
import poollab.labs.Counters;
import poollab.labs.ServerView;

/** The same requests of fifty tenants twice: as the connection string is written, and as it should be. */
public final class Fragmentation implements Experiment {
    static final Parameter<Database> DB =
            Parameter.choice("db", Database.POSTGRESQL, "the database server");
    static final Parameter<PoolKind> POOL = Parameter.choice(
            "pool", PoolKind.KEYED, "the client pool: keyed is ADO.NET's model, the other a map of data sources");
    static final Parameter<Writing> STRING =
            Parameter.choice("string", Writing.PER_TENANT, "how the connection string is written");
    /** Two instances of 90 pools just fit into the 197 connections that an ordinary role can have. */
    static final Parameter<Integer> TENANTS = Parameter.whole("tenants", 50, 1, 90, "how many tenants the shop serves");

    static final Parameter<Integer> ROUNDS = Parameter.whole(
                    "rounds", 3, 1, 50, "how many requests each tenant makes")
            .quickly(2);
    static final Parameter<Integer> PARALLELISM =
            Parameter.whole("parallelism", 8, 1, 50, "requests at work at the same time");

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(DB, POOL, STRING, TENANTS, ROUNDS, PARALLELISM);
    }

    @Override
    public List<Claim> claims() {
        return FragmentationClaims.ALL;
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        ServerView view = new ServerView(bench, session -> Writing.ownName(session.application()));
        view.watch();
        Phase.Frame frame = new Phase.Frame(
                bench, view, settings.get(POOL), settings.get(TENANTS), settings.get(ROUNDS), settings.get(PARALLELISM),
                bench.random().nextInt(1_000_000));
        List<Writing> writings = new ArrayList<>(List.of(settings.get(STRING)));
        // Beside every other way of writing it, the right one: same tenants, same requests, same run.
        if (settings.get(STRING) != Writing.CANONICAL) writings.add(Writing.CANONICAL);
        Map<String, PoolCounters> counters = new LinkedHashMap<>();
        for (Writing writing : writings) counters.put(Words.of(writing), Phase.run(frame, writing).counters());
        Counters.record(bench, counters);
    }
}
