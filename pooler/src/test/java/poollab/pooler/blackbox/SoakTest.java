package poollab.pooler.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many clients come, ask, leave and die in every state, while server connections are killed and operators are at work.
 * Afterwards nothing is left of them: no connection, no file, no heap. {@code pooler.soak.seconds}, {@code pooler.soak.clients}
 * and {@code pooler.soak.seed} choose a longer stay; what happened is printed.
 */
class SoakTest {
    private static final int OPERATORS = 2;
    private final int seconds = Integer.getInteger("pooler.soak.seconds", 8);
    private final int clients = Integer.getInteger("pooler.soak.clients", 60);
    private final long seed = Long.getLong("pooler.soak.seed", System.nanoTime());

    @TempDir
    Path folder;

    @Test
    void nothingIsLeftOfThem() throws Exception {
        assumeTrue(!PoolerUnderTest.isPeer() && Files.isDirectory(Path.of("/proc/self/fd")), "it counts this pooler's files and its heap");
        try (SoakRig rig = new SoakRig(folder, clients)) {
            lively(rig, Math.max(4, seconds / 20), new SoakTally());
            SoakRig.Heap before = rig.heap();
            long descriptors = rig.descriptors();

            SoakTally tally = new SoakTally();
            lively(rig, seconds, tally);

            SoakRig.Heap after = rig.heap();
            System.out.printf("soak: %d s, %d clients, seed %d; heap %,d, then %,d bytes; files %d, then %d%n%s", seconds, clients, seed, before.bytes(),
                    after.bytes(), descriptors, rig.descriptors(), tally);
            assertThat(rig.descriptors()).isLessThanOrEqualTo(descriptors);
            assertThat(after.bytes()).as("the heap before:%n%s%nand after:%n%s", before.largest(), after.largest()).isLessThan(before.bytes() * 11 / 10);
            assertThat(tally.of("answered")).isGreaterThan(clients);
            assertThat(rig.log().lines().filter(line -> line.contains("internal error") || line.contains("Exception") || line.contains(" FATAL "))).isEmpty();
        }
    }

    /** Goes on for so long, then waits until everybody is gone. */
    private void lively(SoakRig rig, int seconds, SoakTally tally) throws InterruptedException {
        long deadline = System.nanoTime() + seconds * 1_000_000_000L;
        List<Future<?>> running = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < clients; i++) {
                SoakClient client = new SoakClient(rig.port(), i, seed, tally);
                running.add(threads.submit(() -> client.live(deadline)));
            }
            List<Future<?>> operators = new ArrayList<>();
            for (int i = 0; i < OPERATORS; i++) {
                SoakOperator operator = new SoakOperator(rig.port(), seed - 1 - i, tally);
                operators.add(threads.submit(() -> operator.work(deadline)));
            }
            operators.forEach(this::await);
            try (RawClient console = rig.console()) {
                SoakOperator.leaveRunning(console);
            }
        }
        running.forEach(this::await);
        try (RawClient console = rig.console()) {
            Pause.until("every client is gone", () -> console.query("SHOW CLIENTS").rows().size() == 1);
            for (String database : SoakClient.DATABASES) {
                console.query("KILL " + database);
                console.query("RESUME " + database);
            }
            Pause.until("all counts are zero", () -> SoakRig.leftovers(console).isEmpty());
        }
        Pause.until("no server connection is left", () -> PostgresRig.get().backends(PostgresRig.DATABASE, PostgresRig.APP) == 0);
    }

    private void await(Future<?> somebody) {
        try {
            somebody.get();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } catch (ExecutionException e) {
            throw new AssertionError("with -Dpooler.soak.seed=" + seed + ": " + e.getCause().getMessage(), e.getCause());
        }
    }
}
