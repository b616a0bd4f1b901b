package poollab.labs;

import java.sql.DriverManager;
import java.util.List;
import poollab.bench.Bench;
import poollab.bench.Claim;
import poollab.bench.Experiment;
import poollab.bench.Parameter;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.Verdict;
import poollab.engine.Server;

/** The example of the README. */
public final class Login implements Experiment {
    static final Parameter<Integer> TIMES = Parameter.whole("times", 20, 1, 1_000, "how often to log in");

    @Override
    public List<Parameter<?>> parameters() {
        return List.of(TIMES);
    }

    @Override
    public List<Claim> claims() {
        return List.of(Claim.when(
                settings -> true,
                "one-session-each",
                settings -> "each login is a session of its own",
                evidence -> Verdict.of(
                        evidence.count("sessions") == evidence.get(TIMES), evidence.count("sessions") + " sessions")));
    }

    @Override
    public void run(Settings settings, Bench bench) throws Exception {
        Server server = bench.server();
        String text = ConnectionText.to(server.url(), server.application()).with("ApplicationName", "login").toString();
        for (int i = 0; i < settings.get(TIMES); i++) bench.lend(DriverManager.getConnection(text));
        bench.figure("sessions", "sessions", new ServerView(bench, "login").own().size(), Unit.COUNT);
    }
}
