package poollab.labs.cost;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Parameter;
import poollab.bench.Parameter.Adapted;
import poollab.bench.Settings;
import poollab.bench.Words;

/** Six measurements of one connection's cost, one after another or one alone. */
public final class Cost implements Experiment {
    static final Parameter<Part> PART = Parameter.choice("part", Part.ALL, "what is measured");
    static final Parameter<Integer> LOGINS =
            Parameter.whole("logins", 60, 5, 500, "how often each way to log in is timed").quickly(15);
    /** With the load's own they just fit into the 197 connections that an ordinary role can have. */
    static final Parameter<Integer> IDLE =
            Parameter.whole("idle", 190, 0, 190, "most idle connections beside the load").quickly(100);
    static final Parameter<Integer> CLIENTS = Parameter.whole(
                    "clients", 6, 1, 6, "clients of the small load beside them")
            .adapting(machine -> machine.cores() < 3
                    ? Optional.of(new Adapted<>(4, Words.count(machine.cores(), "core"))) : Optional.empty());
    static final Parameter<Duration> DURATION = Parameter.time(
                    "duration", Duration.ofSeconds(1), Duration.ofMillis(200), Duration.ofSeconds(60),
                    "how long the small load runs each time")
            .quickly(Duration.ofMillis(300));
    static final Parameter<Integer> MAX_CONNECTIONS =
            Parameter.whole("max-connections", 1_000, 300, 5_000, "the largest max_connections tried");
    static final Parameter<Integer> MAX_OPEN =
            Parameter.whole("max-open", 20, 2, 100, "most connections of the pool in the bursts");
    static final Parameter<Integer> MAX_IDLE =
            Parameter.whole("max-idle", 2, 0, 100, "most of them that it keeps idle; max-open and more: all");
    static final Parameter<Integer> BURSTS = Parameter.whole("bursts", 10, 2, 100, "how many bursts").quickly(5);
    static final Parameter<Integer> INSTANCES =
            Parameter.whole("instances", 12, 1, 12, "instances that start together").quickly(6);
    static final Parameter<Integer> MIN_POOL_SIZE =
            Parameter.whole("min-pool-size", 15, 0, 15, "connections each of them opens before it serves");

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(
                PART, LOGINS, IDLE, CLIENTS, DURATION, MAX_CONNECTIONS, MAX_OPEN, MAX_IDLE, BURSTS, INSTANCES,
                MIN_POOL_SIZE);
    }

    @Override
    public List<Claim> claims() {
        return CostClaims.ALL;
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        Part part = settings.get(PART);
        if (part.includes(Part.OPENING)) new Opening(bench, settings.get(LOGINS)).measure();
        if (part.includes(Part.MEMORY)) new BackendMemory(bench).measure();
        if (part.includes(Part.IDLE)) new IdleNeighbours(bench, settings).measure();
        if (part.includes(Part.SETTING)) new SlotsOfTheServer(bench, settings.get(MAX_CONNECTIONS)).measure();
        if (part.includes(Part.CHURN)) new Churn(bench, settings).measure();
        if (part.includes(Part.STORM)) new Storm(bench, settings.get(INSTANCES), settings.get(MIN_POOL_SIZE)).measure();
    }
}
