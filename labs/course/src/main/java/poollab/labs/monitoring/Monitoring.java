package poollab.labs.monitoring;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Observation.Outcome;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.labs.PoolerKnob;
import poollab.labs.ServerLimit;

/** Each fault of the other labs on a small stage, with a Prometheus that looks on: which alert tells of it? */
public final class Monitoring implements Experiment {
    static final Parameter<Fault> FAULT =
            Parameter.choice("fault", Fault.ALL, "which fault is staged, after a load that nothing is wrong with");
    static final Parameter<Integer> SPEED = Parameter.whole(
                    "speed", 20, 1, 120, "how many times faster the rules' clock runs: for: 1m is 3 s at 20")
            .quickly(90);

    /** Of the server: a small one, so that a small crowd is too much for it. */
    static final int MAX_CONNECTIONS = 60;

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(PoolerKnob.POOLER, FAULT, SPEED);
    }

    @Override
    public List<Claim> claims() {
        return MonitoringClaims.ALL;
    }

    @Override
    public Map<String, String> files() {
        return Rules.files();
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        PoolerKnob.transactional(settings);
        int speed = settings.get(SPEED);
        ServerLimit.set(bench, MAX_CONNECTIONS);
        bench.event("prometheus", Outcome.NOTE, clock(speed));
        Findings findings = new Findings(bench, new Panel(bench));
        try (Stage stage = stage(settings, bench, Fault.NONE, findings)) {
            bench.event(Fault.NONE.actor(), Outcome.NOTE, "an open loop below saturation");
            new PoolerScenes(stage).healthy();
            stage.unwatch();
            findings.healthy(stage);
        }
        for (Fault fault : settings.get(FAULT).staged()) {
            try (Stage stage = stage(settings, bench, fault, findings)) {
                bench.event(fault.actor(), Outcome.NOTE, fault.id() + ": " + fault.what);
                play(fault, stage);
                stage.unwatch();
                findings.fault(fault, stage);
            }
        }
        findings.end();
    }

    private static Stage stage(Settings settings, Bench bench, Fault fault, Findings findings) {
        return bench.lend(new Stage(bench, fault, settings.get(PoolerKnob.POOLER), settings.get(SPEED), findings.panel()));
    }

    private static String clock(int speed) {
        if (speed == 1) return "the rules as they stand in the file";
        return String.format(
                Locale.ROOT, "the rules' clock runs %d times faster: for: 1m is %.1f s here, a scrape comes every %,d ms."
                        + " Thresholds and rates are as they stand in the file", speed, 60.0 / speed, Stage.intervalMs(speed));
    }

    private static void play(Fault fault, Stage stage) throws Exception {
        switch (fault) {
            case LEAK -> new ClientPoolScenes(stage).leak();
            case TRANSACTION -> new ClientPoolScenes(stage).openTransaction();
            case RECLAIMED -> new ClientPoolScenes(stage).reclaimed();
            case STASIS -> new ClientPoolScenes(stage).stasis();
            case FRAGMENTATION -> new ClientPoolScenes(stage).fragmentation();
            case OVERLOAD -> new ClientPoolScenes(stage).overload();
            case CHURN -> new ClientPoolScenes(stage).churn();
            case OVERSIZE -> new ClientPoolScenes(stage).oversize();
            case BUDGET -> new ClientPoolScenes(stage).budget();
            case SATURATION -> new PoolerScenes(stage).saturation();
            case SESSION_STATE -> new PoolerScenes(stage).sessionState();
            case PREPARED -> new PoolerScenes(stage).prepared();
            case WAITING -> new PoolerScenes(stage).waiting();
            case SERVER_DOWN -> new PoolerScenes(stage).serverDown();
            case POOLER_DOWN -> new PoolerScenes(stage).poolerDown();
            case ALL, NONE -> throw new IllegalStateException("no single fault: " + fault);
        }
    }
}
