package poollab.labs.prepared;

import java.sql.Connection;
import java.sql.SQLException;
import poollab.bench.Bench;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.load.Statements;
import poollab.bench.load.Statements.Counts;
import poollab.bench.pooler.LabPooler;
import poollab.clientpool.ConnectionReset;
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
        try (LabPooler pooler = World.TRACKED.open(bench, settings)) {
            if (!settings.get(Prepared.PART).includes(Part.LOAD)) clients.warmUp(pooler);
            LoadResult with = load(RESET, pooler, ConnectionReset.DISCARD_ALL);
            LoadResult without = load(NO_RESET, pooler, ConnectionReset.NONE);
            bench.figure("saved", "throughput without the reset, against with it", without.throughput() / with.throughput(),
                    Unit.RATIO);
        }
    }

    private LoadResult load(String name, LabPooler pooler, ConnectionReset reset) throws SQLException {
        Parses parses = Parses.of(pooler);
        Counts before = discards();
        LoadResult result = clients.shared(name, pooler, reset);
        Counts after = discards();
        Parses.of(pooler).recordSince(parses, bench, name);
        long calls = after.calls() - before.calls();
        bench.figure(name + ".discards", name + ": DISCARD ALL on the server", calls, Unit.COUNT);
        if (calls > 0)
            bench.figure(name + ".discard-time", name + ": server's time for each", (after.ms() - before.ms()) * 1e3 / calls,
                    Unit.MICROSECONDS);
        return result;
    }

    /** The server's own account. */
    private Counts discards() throws SQLException {
        try (Connection observer = bench.server().observe()) {
            return Statements.of(observer, bench.server().application().role()).of("discard all");
        }
    }
}
