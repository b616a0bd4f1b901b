package poollab.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import poollab.load.Instance;
import poollab.load.LoadListener;
import poollab.load.LoadPlan;
import poollab.load.PoolSpec;
import poollab.load.Retry;
import poollab.load.Second;
import poollab.load.Work;

/** No instance outlives the program that started it, however that ends. */
@Timeout(60)
class InstanceLifetimeTest {
    /** Connects to nothing: the port is closed, and a client that fails pauses. */
    private static final String NOWHERE = "jdbc:postgresql://127.0.0.1:1/nobody?user=nobody&password=x";

    record Nothing() implements Work {
        @Override
        public void perform(Connection connection, RandomGenerator random) throws SQLException {
            throw new SQLException("never reached");
        }
    }

    /** Another JVM that lets one instance work and prints its pid. Killed by the test. */
    static final class Parent {
        public static void main(String[] arguments) throws Exception {
            LoadPlan plan = LoadPlan.closed(new Nothing(), 1, Duration.ofMinutes(5));
            var pool = new PoolSpec(PoolSpec.Kind.NONE, 1, Duration.ofSeconds(1));
            var paused = plan.retrying(Retry.after(Duration.ofMillis(50)));
            Instances one = new Instances(1, new Instance.Order(paused, pool, NOWHERE, 0));
            one.run(new LoadListener() {
                @Override
                public void counting() {
                    System.out.println(one.pid(0));
                    System.out.flush();
                }

                @Override
                public void passed(Second second) {}
            });
        }
    }

    @Test
    void killing_the_parent_ends_its_instances() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Parent.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = parent.inputReader()) {
            ProcessHandle instance = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
            assertThat(instance.isAlive()).isTrue();
            parent.destroyForcibly().waitFor();
            try {
                instance.onExit().get(20, TimeUnit.SECONDS);
            } finally {
                instance.destroyForcibly();
            }
        } finally {
            parent.destroyForcibly();
        }
    }
}
