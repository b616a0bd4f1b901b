package poollab.labs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import poollab.bench.Judgement;
import poollab.bench.Machine;
import poollab.bench.Plan;
import poollab.bench.Run;
import poollab.bench.RunListener;
import poollab.bench.Runner;
import poollab.bench.Settings;
import poollab.bench.Verdict.Answer;
import poollab.course.Catalogue;
import poollab.course.Lab;
import poollab.engine.EmbeddedPostgres;
import poollab.engine.Folders;
import poollab.engine.Server;

/** Runs labs on a real server, as {@code ./lab run --quick} does. */
final class RunningLabs {
    private RunningLabs() {}

    static Server server() {
        Path target = Path.of("target").toAbsolutePath();
        Folders folders = Folders.at(target.resolve("lab-home"), target.resolve("../../kit/target/lab-cache").normalize());
        return EmbeddedPostgres.start(folders, EmbeddedPostgres.Options.standard());
    }

    /** @param settings {@code name=value}, separated by blanks */
    static Run run(Server server, String lab, String settings) {
        Lab found = Catalogue.load().find(lab);
        var experiment = found.experiment().get();
        Map<String, String> given = new LinkedHashMap<>();
        for (String setting : settings.split(" ")) {
            if (setting.isEmpty()) continue;
            String[] parts = setting.split("=", 2);
            given.put(parts[0], parts[1]);
        }
        Machine machine = Machine.here();
        Settings values = Settings.of(experiment.parameters(), given, true, machine);
        Plan plan = new Plan(found.number(), found.name(), found.title(), experiment, values, 1, true);
        return new Runner(server, machine, Clock.systemUTC(), System::nanoTime, "test")
                .run(plan, "test", RunListener.NONE);
    }

    /** Runs it: the claims that apply hold, and they are these. */
    static void holds(Server server, String lab, String settings, String claims) {
        Run run = run(server, lab, settings);
        assertThat(run.ending()).as(run.reason()).isEqualTo(Run.Ending.COMPLETED);
        List<Judgement> applicable =
                run.claims().stream().filter(c -> c.verdict() != Answer.NOT_APPLICABLE).toList();
        assertThat(applicable).allSatisfy(c -> assertThat(c.verdict()).as(c.toString()).isEqualTo(Answer.HELD));
        assertThat(applicable).extracting(Judgement::id).containsExactlyInAnyOrder(claims.split(" "));
    }
}
