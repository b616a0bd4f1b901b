package poollab.labs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import poollab.bench.Machine;
import poollab.bench.Plan;
import poollab.bench.Run;
import poollab.bench.RunListener;
import poollab.bench.Runner;
import poollab.bench.Settings;
import poollab.engine.Server;

/** What the README shows as an experiment is one. */
class ReadmeExampleTest {
    @Test
    void it_runs_and_its_claim_holds() {
        try (Server server = RunningLabs.server()) {
            Login login = new Login();
            Settings settings = Settings.of(login.parameters(), Map.of(), false, Machine.here());
            Plan plan = new Plan("99", "login", "an example", login, settings, 1, false);
            Run run = new Runner(server, Machine.here(), Clock.systemUTC(), System::nanoTime, "test")
                    .run(plan, "test", RunListener.NONE);
            assertThat(run.exitCode()).as(run.claims().toString()).isZero();
        }
    }

    @Test
    void it_is_printed_as_it_runs() throws Exception {
        String source = Files.readString(Path.of("src/test/java/poollab/labs/Login.java"));
        String code = source.substring(source.indexOf("public final class"));
        assertThat(Path.of("../../README.md")).content().contains("```java\n" + code + "```");
    }
}
