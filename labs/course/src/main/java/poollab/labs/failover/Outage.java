package poollab.labs.failover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import poollab.bench.Bench;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.engine.Server;

/** Three probes ask the same pooler: before, while and after its server is away. */
final class Outage {
    private final Bench bench;
    private final Settings settings;

    Outage(Bench bench, Settings settings) {
        this.bench = bench;
        this.settings = settings;
    }

    void run() throws Exception {
        Server server = Servers.lend(bench);
        LabPooler pooler = Poolers.lend(bench, settings, server);
        // tag::probes[]
        List<Probe> probes = List.of(
                Probe.tcp(pooler.port()),
                new Probe("version", "SHOW VERSION on the console",
                        () -> pooler.show("VERSION")),
                Probe.select("select 1 through the pool",
                        pooler.text(Login.APPLICATION)));
        // end::probes[]
        List<List<String>> answers = new ArrayList<>();
        answers.add(ask(probes, "before"));
        server.stop();
        bench.event("server", Outcome.NOTE, "is stopped");
        answers.add(ask(probes, "away"));
        server.restart(Map.of());
        bench.event("server", Outcome.NOTE, "is back");
        bench.await(Poolers.LOGIN_RETRY.multipliedBy(5), () -> answers(pooler));
        answers.add(ask(probes, "after"));
        table(probes, answers);
    }

    private List<String> ask(List<Probe> probes, String when) {
        return probes.stream().map(probe -> probe.observe(bench, when)).toList();
    }

    /** The pooler tries the server again only after server_login_retry. */
    private static boolean answers(LabPooler pooler) {
        try {
            Probe.select("", pooler.text(Login.APPLICATION)).question().ask();
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    private void table(List<Probe> probes, List<List<String>> answers) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < probes.size(); i++)
            rows.add(List.of(probes.get(i).title(), answers.get(0).get(i), answers.get(1).get(i), answers.get(2).get(i)));
        bench.table("probes", "What three probes say", List.of(
                new Column("probe", Unit.TEXT), new Column("before", Unit.TEXT), new Column("server away", Unit.TEXT),
                new Column("server back", Unit.TEXT)), rows, null);
    }
}
