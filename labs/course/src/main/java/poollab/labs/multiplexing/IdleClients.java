package poollab.labs.multiplexing;

import static poollab.labs.multiplexing.Multiplexing.IDLE;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import poollab.bench.Bench;
import poollab.bench.Observation.Outcome;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.bench.pooler.LabPooler;
import poollab.bench.wire.RawSession;
import poollab.engine.ProcessMemory;

/** Clients that log in to the pooler and say nothing: what does it remember of each? */
final class IdleClients implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int AT_ONCE = 8;
    /** The first step; the others come after it. */
    private static final int STEP = 1_000;

    private final LabPooler pooler;
    private final List<RawSession> sessions = new ArrayList<>();

    private IdleClients(LabPooler pooler) {
        this.pooler = pooler;
    }

    static void measure(Settings settings, Bench bench, LabPooler pooler) throws Exception {
        Optional<ProcessMemory> none = ProcessMemory.of(pooler.pid());
        if (none.isEmpty()) {
            bench.event(pooler.name(), Outcome.NOTE, "The memory of a process cannot be seen here (it can on Linux).");
            return;
        }
        int all = settings.get(IDLE);
        try (IdleClients clients = bench.lend(new IdleClients(pooler))) {
            for (int number : List.of(Math.min(STEP, all), all)) {
                clients.growTo(number);
                long resident = ProcessMemory.of(pooler.pid()).orElseThrow().resident();
                if (number == STEP && all > STEP)
                    bench.figureOf(pooler.name(), "idle-memory-" + STEP, "memory with " + STEP + " idle clients", resident, Unit.BYTES);
                if (number < all) continue;
                double each = (double) (resident - none.get().resident()) / all;
                bench.figureOf(pooler.name(), "memory", "memory before", none.get().resident(), Unit.BYTES);
                bench.figureOf(pooler.name(), "idle-memory", "memory with " + all + " idle clients", resident, Unit.BYTES);
                bench.figureOf(pooler.name(), "idle-client", "memory for each idle client", each, Unit.BYTES);
                bench.event(pooler.name(), Outcome.OK, all + " idle clients: " + Unit.BYTES.format(resident) + ", "
                        + Unit.BYTES.format(each) + " for each");
                return;
            }
        } catch (IOException e) {
            bench.event(pooler.name(), Outcome.NOTE, "Not so many idle clients here: " + e.getMessage() + "\nMore files may be open after ulimit -n 20000");
        }
    }

    private void growTo(int number) throws IOException, SQLException, InterruptedException {
        try (ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Callable<RawSession>> logins = new ArrayList<>();
            for (int i = sessions.size(); i < number; i++)
                logins.add(() -> RawSession.open(
                        pooler.port(), pooler.server().database(), pooler.server().application(), PATIENCE, Map.of()));
            for (Future<RawSession> login : workers.invokeAll(logins)) sessions.add(login.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException refused) throw refused;
            throw new IOException(e.getCause().getMessage(), e.getCause());
        }
    }

    @Override
    public void close() {
        sessions.forEach(RawSession::close);
    }
}
