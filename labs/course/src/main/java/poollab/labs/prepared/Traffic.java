package poollab.labs.prepared;

import java.sql.SQLException;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.load.LoadResult;

/** The same load where the pooler follows prepared statements and where it does not; there also with settings that avoid them. */
final class Traffic {
    static final String TRACKED = World.TRACKED.toString();
    static final String UNTRACKED = World.UNTRACKED.toString();

    private final Settings settings;
    private final Bench bench;
    private final Clients clients;

    Traffic(Settings settings, Bench bench) {
        this.settings = settings;
        this.bench = bench;
        this.clients = new Clients(settings, bench);
    }

    void measure() throws SQLException {
        double best = tracked();
        try (LabPooler pooler = World.UNTRACKED.open(bench, settings)) {
            Driver driver = settings.get(Prepared.DRIVER);
            LoadResult untracked = load(UNTRACKED, pooler, driver);
            count(untracked, "26000", "a statement that is not there");
            count(untracked, "42P05", "a name that is taken");
            count(untracked, Lookups.WRONG, "another statement's answer");
            against(best, UNTRACKED, untracked);
            if (driver != Driver.AUTO_PREPARE) return;
            for (Driver way : Driver.ways()) against(best, way.toString(), load(way.toString(), pooler, way));
        }
    }

    private double tracked() throws SQLException {
        try (LabPooler pooler = World.TRACKED.open(bench, settings)) {
            clients.warmUp(pooler);
            Parses before = Parses.of(pooler);
            LoadResult result = load(TRACKED, pooler, Driver.AUTO_PREPARE);
            Parses.of(pooler).recordSince(before, bench, TRACKED);
            return result.throughput();
        }
    }

    private LoadResult load(String name, LabPooler pooler, Driver driver) throws SQLException {
        bench.event(name, Outcome.NOTE, "max_prepared_statements = "
                + (name.equals(TRACKED) ? World.TRACKED : World.UNTRACKED).maxPreparedStatements(settings) + ", "
                + driver.parameter(settings));
        return clients.each(name, pooler, driver);
    }

    private void count(LoadResult result, String state, String meaning) {
        bench.figure(UNTRACKED + "." + state, UNTRACKED + ": " + state + ", " + meaning, result.errorCount(state), Unit.COUNT);
    }

    private void against(double best, String name, LoadResult result) {
        bench.figure(name + ".against", name + ": successes against tracked", result.throughput() / best, Unit.RATIO);
    }
}
