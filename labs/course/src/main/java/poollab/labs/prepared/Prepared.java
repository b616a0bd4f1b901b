package poollab.labs.prepared;

import static poollab.labs.PoolerKnob.POOLER;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.engine.Database;
import poollab.labs.PoolerKnob;

/** The same clients through a pooler that follows prepared statements, and through one that does not. */
public final class Prepared implements Experiment {
    static final Parameter<Part> PART = Parameter.choice("part", Part.ALL, "what runs");
    static final Parameter<Database> DB = Parameter.choice("db", Database.POSTGRESQL, "the database server");
    static final Parameter<Driver> DRIVER = Parameter.choice(
            "driver", Driver.AUTO_PREPARE, "pgjdbc's setting where the pooler does not follow prepared statements");
    static final Parameter<Integer> THRESHOLD =
            Parameter.whole("prepare-threshold", 5, 1, 50, "auto-prepare: the execution that gives a statement a name")
            .quickly(1);
    static final Parameter<Integer> MAX_PREPARED =
            Parameter.whole("max-prepared-statements", 200, 20, 1_000, "the pooler's setting where it does follow them");
    static final Parameter<Integer> CLIENTS =
            Parameter.whole("clients", 100, 20, 400, "clients, each of which asks again as soon as it has its answer")
            .quickly(60);
    static final Parameter<Integer> POOL_SIZE =
            Parameter.whole("default-pool-size", 20, 2, 40, "the pooler's default_pool_size, and the client pool's size");
    static final Parameter<Duration> DURATION = Parameter.time(
                    "duration", Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofMinutes(5),
                    "how long each load is measured")
            .quickly(Duration.ofMillis(1_500));

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(PART, DB, POOLER, DRIVER, THRESHOLD, MAX_PREPARED, CLIENTS, POOL_SIZE, DURATION);
    }

    @Override
    public List<Claim> claims() {
        return Stream.of(LoadClaims.ALL, FamilyClaims.ALL, ResetClaims.ALL).flatMap(List::stream).toList();
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        PoolerKnob.transactional(settings);
        Part part = settings.get(PART);
        if (part.includes(Part.FAMILIES)) new Families(settings, bench).measure();
        if (part.includes(Part.LOAD)) new Traffic(settings, bench).measure();
        if (part.includes(Part.RESET)) new Resets(settings, bench).measure();
    }
}
