package poollab.labs.prepared;

import java.sql.SQLException;
import poollab.bench.Bench;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.clientpool.ConnectionReset;
import poollab.labs.prepared.StatStatements.Discards;
import poollab.load.LoadResult;

/** A client pool in front of the pooler, with its reset on return and without. */
final class Resets {
    static final String RESET = "reset";
    static final String NO_RESET = "no-reset";

    private final Settings settings;
    private final Bench bench;
    private final Clients clients;

    Resets(Settings settings, Bench bench) {
        this.settings = settings;
        this.bench = bench;
        this.clients = new Clients(settings, bench);
    }

    void measure() throws SQLException {
        StatStatements statements = StatStatements.begin(bench);
        try (LabPooler pooler = World.TRACKED.open(bench, settings)) {
            if (!settings.get(Prepared.PART).includes(Part.LOAD)) clients.warmUp(pooler);
            LoadResult with = load(RESET, pooler, ConnectionReset.DISCARD_ALL, statements);
            LoadResult without = load(NO_RESET, pooler, ConnectionReset.NONE, statements);
            bench.figure("saved", "throughput without the reset, against with it", without.throughput() / with.throughput(),
                    Unit.RATIO);
        }
    }

    private LoadResult load(String name, LabPooler pooler, ConnectionReset reset, StatStatements statements)
            throws SQLException {
        Parses parses = Parses.of(pooler);
        Discards before = statements.discards();
        LoadResult result = clients.shared(name, pooler, reset);
        Discards after = statements.discards();
        Parses.of(pooler).recordSince(parses, bench, name);
        long calls = after.calls() - before.calls();
        bench.figure(name + ".discards", name + ": DISCARD ALL on the server", calls, Unit.COUNT);
        if (calls > 0)
            bench.figure(name + ".discard-time", name + ": server's time for each", (after.millis() - before.millis()) * 1e3 / calls,
                    Unit.MICROSECONDS);
        return result;
    }
}
