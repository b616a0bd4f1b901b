package poollab.console.session;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import poollab.bench.BadInput;
import poollab.bench.Machine;
import poollab.bench.Plan;
import poollab.bench.Run;
import poollab.bench.RunListener;
import poollab.bench.RunStore;
import poollab.bench.Runner;
import poollab.engine.Database;
import poollab.engine.EnvironmentMissing;
import poollab.engine.Server;
import poollab.report.Charts;
import poollab.report.Screen;

/** One run, from its folder to its record in it. May be cut short from another thread; what was measured is kept. */
public final class LabRun {
    private final RunStore store;
    private final Screen screen;
    private Runner runner;
    private boolean cancelled;

    /** @param screen its transcript goes into the record */
    public LabRun(RunStore store, Screen screen) {
        this.store = store;
        this.screen = screen;
    }

    /**
     * @param engine asked for the server once the record's folder is there
     * @throws EnvironmentMissing when the record cannot be written, or the server not be had
     */
    public Run run(Plan plan, Supplier<Server> engine, RunListener listener) {
        refuseSqlServer(plan);
        String id = store.claim(Clock.systemDefaultZone().instant(), plan.lab(), plan.name());
        Run run = null;
        try {
            Server server = engine.get();
            screen.clearPassing();
            Runner mine = new Runner(
                    server, Machine.here(), Clock.systemDefaultZone(), System::nanoTime, Version.kit());
            begin(mine);
            run = mine.run(plan, id, listener);
            store.save(run, companions(mine, run, plan));
            return run;
        } finally {
            if (run == null) store.discard(id);
        }
    }

    private synchronized void begin(Runner mine) {
        runner = mine;
        if (cancelled) mine.cancel();
    }

    /** Ends the run early. */
    public void cancel() {
        Runner running;
        synchronized (this) {
            cancelled = true;
            running = runner;
        }
        if (running != null) running.cancel();
    }

    private static void refuseSqlServer(Plan plan) {
        boolean sqlServer = plan.settings().list().stream()
                .anyMatch(s -> s.name().equals("db") && s.value().equals(Database.SQLSERVER.toString()));
        if (!sqlServer) return;
        throw new EnvironmentMissing(
                "SQL Server cannot be embedded: it needs a container or a server of your own, and this kit starts neither yet",
                "Run the lab on PostgreSQL: ./lab run " + plan.lab()
                        + ". There the states are called idle and idle in transaction instead of sleeping with an"
                        + " open_transaction_count.");
    }

    private Map<String, String> companions(Runner finished, Run run, Plan plan) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("transcript.txt", screen.transcript());
        files.putAll(Charts.of(run));
        files.putAll(plan.experiment().files());
        finished.failure().ifPresent(failure -> {
            StringWriter stack = new StringWriter();
            failure.printStackTrace(new PrintWriter(stack, true));
            files.put("error.txt", stack.toString());
        });
        return files;
    }

    /** As {@link Run#exitCode()}, but 3 when the lab refused its settings, and 4 when the machine was the reason. */
    public int exitCode(Run run) {
        return switch (runner.failure().orElse(null)) {
            case BadInput _ -> Complaint.BAD_INPUT;
            case EnvironmentMissing _ -> Complaint.MISSING;
            case null, default -> run.exitCode();
        };
    }
}
