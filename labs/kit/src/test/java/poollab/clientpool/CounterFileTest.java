package poollab.clientpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import poollab.clientpool.CounterFile.Published;

/** What a process publishes of its pools; the publisher is a process of its own, as in life. */
@Timeout(60)
class CounterFileTest {
    private static final PoolSettings SETTINGS = new PoolSettings(3, Duration.ofSeconds(10));

    @TempDir
    Path folder;

    /** Opens a pool with two connections, one in use; closes it at a line, and ends at the next. */
    static final class Publisher {
        public static void main(String[] arguments) throws Exception {
            KeyedPools pools = new KeyedPools(SETTINGS, PoolListener.NONE, new ScriptedDatabase(), System::nanoTime);
            Connection _ = pools.open("jdbc:fake:a");
            pools.open("jdbc:fake:a").close();
            System.in.read();
            pools.close();
            System.in.read();
        }
    }

    private Process publisher() throws Exception {
        return new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + CounterFile.FOLDER_PROPERTY + "=" + folder.resolve("made"), "-D" + CounterFile.NAME_PROPERTY + "=a shop",
                "-cp", System.getProperty("java.class.path"), Publisher.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private List<Published> read() {
        return CounterFile.read(folder.resolve("made"));
    }

    private long files() throws Exception {
        try (Stream<Path> files = Files.list(folder.resolve("made"))) {
            return files.count();
        }
    }

    @Test
    void aProcessPublishesItsCountersUntilItsLastPoolIsClosed() throws Exception {
        assertThat(read()).isEmpty();
        Process publisher = publisher();
        try {
            Await.until(() -> read().stream().anyMatch(each -> each.counters().softConnects() == 2));
            Published published = read().getFirst();
            assertThat(published.name()).isEqualTo("a shop");
            assertThat(published.pid()).isEqualTo(publisher.pid());
            assertThat(published.counters().activeConnections()).isEqualTo(1);
            Invariants.check(published.counters());
            Await.until(() -> read().getFirst().written() > published.written());
            publisher.outputWriter().write("\n");
            publisher.outputWriter().flush();
            Await.until(() -> read().isEmpty());
        } finally {
            publisher.destroyForcibly().waitFor();
        }
    }

    @Test
    void whatAKilledProcessLeftIsSweptByTheNextThatPublishes() throws Exception {
        Process killed = publisher();
        Await.until(() -> !read().isEmpty());
        killed.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        Path left = folder.resolve("made").resolve(killed.pid() + ".counters");
        Path half = folder.resolve("made").resolve(killed.pid() + ".counters.new");
        Files.writeString(half, "name");
        assertThat(left).exists();
        Process next = publisher();
        try {
            Await.until(() -> Files.exists(folder.resolve("made").resolve(next.pid() + ".counters")));
            assertThat(left).doesNotExist();
            assertThat(half).doesNotExist();
        } finally {
            next.destroyForcibly().waitFor();
        }
    }

    @Test
    void aProcessThatIsToldToStopLeavesNothing() throws Exception {
        for (int i = 0; i < 5; i++) {
            Process publisher = publisher();
            Await.until(() -> !read().isEmpty());
            publisher.destroy();
            assertThat(publisher.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(files()).isZero();
        }
    }

    @Test
    void whatAKilledProcessLeftIsSweptAndSoIsThatOfANamesake() throws Exception {
        Process publisher = publisher();
        Await.until(() -> !read().isEmpty());
        publisher.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        assertThat(files()).isPositive();
        assertThat(read()).isEmpty();
        Files.writeString(folder.resolve("made").resolve(ProcessHandle.current().pid() + ".counters"), "started 1\n");
        assertThat(read()).isEmpty();
        try (Stream<Path> files = Files.list(folder.resolve("made"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".counters"))).isEmpty();
        }
    }

    @Test
    void whatClosedPoolsHaveCountedStaysInTheTotals() throws Exception {
        PoolCounters before = ProcessCounters.now();
        for (int i = 0; i < 2; i++)
            try (KeyedPools pools = new KeyedPools(SETTINGS, PoolListener.NONE, new ScriptedDatabase(), System::nanoTime)) {
                pools.open("jdbc:fake:a").close();
                assertThat(ProcessCounters.now().activePools()).isEqualTo(before.activePools() + 1);
            }
        PoolCounters after = ProcessCounters.now();
        Invariants.check(after);
        assertThat(after.softConnects()).isEqualTo(before.softConnects() + 2);
        assertThat(after.hardDisconnects()).isEqualTo(before.hardDisconnects() + 2);
        assertThat(after.activePools()).isEqualTo(before.activePools());
    }
}
