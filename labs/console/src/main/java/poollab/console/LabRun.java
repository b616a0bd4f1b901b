package poollab.console;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import poollab.bench.Machine;
import poollab.bench.Plan;
import poollab.bench.Run;
import poollab.bench.RunStore;
import poollab.bench.Runner;
import poollab.engine.Database;
import poollab.engine.EmbeddedPostgres;
import poollab.engine.EnvironmentMissing;
import poollab.engine.Server;
import poollab.report.Charts;
import poollab.report.RunText;
import poollab.report.Screen;

/** One run from the server's start to its record on disk. A signal ends it early; what was measured by then is kept. */
final class LabRun {
    private static final long GRACE_SECONDS = 10;

    private final Session session;
    private final Screen screen;
    private final int port;
    private final CountDownLatch recorded = new CountDownLatch(1);
    private Runner runner;

    /** @param port of the embedded server, 0 for a free one */
    LabRun(Session session, Screen screen, int port) {
        this.session = session;
        this.screen = screen;
        this.port = port;
    }

    Run run(Plan plan) {
        refuseSqlServer(plan);
        RunStore store = session.runs();
        String id = store.claim(Clock.systemDefaultZone().instant(), plan.lab(), plan.name());
        Run run = null;
        Thread onSignal = new Thread(this::endEarly, "end of the run");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try (Server server = EmbeddedPostgres.start(
                session.folders(), EmbeddedPostgres.Options.standard().withPort(port).withProgress(screen::passing))) {
            screen.clearPassing();
            runner = new Runner(server, Machine.here(), Clock.systemDefaultZone(), System::nanoTime, Version.kit());
            run = runner.run(plan, id, new RunText(screen));
            store.save(run, companions(run));
            return run;
        } finally {
            if (run == null) store.discard(id);
            recorded.countDown();
        }
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

    private Map<String, String> companions(Run run) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("transcript.txt", screen.transcript());
        files.putAll(Charts.of(run));
        runner.failure().ifPresent(failure -> {
            StringWriter stack = new StringWriter();
            failure.printStackTrace(new PrintWriter(stack, true));
            files.put("error.txt", stack.toString());
        });
        return files;
    }

    /** The JVM was told to stop: cuts the run short and gives it time to write its record. */
    private void endEarly() {
        if (runner == null || recorded.getCount() == 0) return;
        runner.cancel();
        try {
            recorded.await(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As {@link Run#exitCode()}, but 4 when the machine was the reason. */
    int exitCode(Run run) {
        boolean missing = runner.failure().filter(EnvironmentMissing.class::isInstance).isPresent();
        return missing ? Complaint.MISSING : run.exitCode();
    }
}
