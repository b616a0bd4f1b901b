package poollab.labs.sessionstate;

import static poollab.labs.PoolerKnob.POOLER;

import java.util.List;
import java.util.stream.Stream;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.bench.pooler.PoolerPlan;
import poollab.engine.Database;
import poollab.labs.PoolerKnob;

/** What one client leaves in a session, and what the next one finds. */
public final class SessionState implements Experiment {
    static final Parameter<Part> PART = Parameter.choice("part", Part.ALL, "what runs");
    static final Parameter<Database> DB = Parameter.choice("db", Database.POSTGRESQL, "the database server");
    static final Parameter<Mode> MODE = Parameter.choice("pool-mode", Mode.TRANSACTION, "the pooler's pool_mode, for the report");
    static final Parameter<Remedy> REMEDY = Parameter.choice("remedy", Remedy.SET, "what is set against the leak, for the report");

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(PART, DB, POOLER, MODE, REMEDY);
    }

    @Override
    public List<Claim> claims() {
        return Stream.of(ReportClaims.ALL, MatrixClaims.ALL, LeftBehindClaims.ALL).flatMap(List::stream).toList();
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        PoolerPlan plan = PoolerPlan.of(bench.server()).kind(PoolerKnob.transactional(settings));
        Part part = settings.get(PART);
        if (part.includes(Part.REPORT)) new Report(bench, plan, settings.get(MODE), settings.get(REMEDY)).measure();
        if (part.includes(Part.MATRIX)) new Matrix(bench, plan).measure();
        if (part.includes(Part.LEFT_BEHIND)) new LeftBehind(bench, plan).measure();
        if (part.includes(Part.ISOLATION)) new Isolation(bench, plan).measure();
    }
}
