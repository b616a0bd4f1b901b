package poollab.console;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import poollab.bench.BadInput;
import poollab.bench.Json;
import poollab.bench.Machine;
import poollab.bench.Plan;
import poollab.bench.Run;
import poollab.bench.Settings;
import poollab.console.session.EngineRoom;
import poollab.console.session.LabRun;
import poollab.console.session.Session;
import poollab.console.session.Terminal;
import poollab.course.Lab;
import poollab.engine.EngineKind;
import poollab.engine.EnvironmentMissing;
import poollab.report.RunText;
import poollab.report.Screen;

/** {@code lab run 01}: runs a lab's experiment, shows it, judges its claims and keeps the record. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Run a lab's experiment, or every lab's, and check the claims.",
        footer = {
            "",
            "Examples:",
            "  ./lab run 01 --set fault=none",
            "  ./lab run 02 --quick --json > run.json",
            "  ./lab run all --quick --quiet"
        })
final class RunCommand implements Callable<Integer> {
    private static final long GRACE_SECONDS = 10;
    private static final String ALL = "all";

    private final Session session;

    @Parameters(paramLabel = "LAB", description = "Number or name, see ./lab list; or all.")
    private String name;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "Turn a knob; may be repeated. See ./lab list LAB.")
    private Map<String, String> given = new LinkedHashMap<>();

    @Option(names = "--db", paramLabel = "DB", description = "The same as --set db=DB.")
    private String db;

    @Option(names = "--engine", paramLabel = "ENGINE", description = "Where the server runs: embedded (default).")
    private String engine = EngineKind.EMBEDDED.toString();

    @Option(names = "--port", paramLabel = "PORT", description = "Port of the embedded server (default: a free one).")
    private int port;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of every chance in the run (default: 1).")
    private long seed = 1;

    @Option(names = "--quick", description = "Smaller settings that still show the shape.")
    private boolean quick;

    @Option(names = "--json", description = "Print the record as one JSON document, and nothing else; of all labs, an array; where one cannot begin, it ends with why.")
    private boolean json;

    @Option(names = "--quiet", description = "Print only the verdicts that need attention, and where the record is.")
    private boolean quiet;

    @Option(names = "--no-color", description = "No colours. NO_COLOR does the same.")
    private boolean noColour;

    /** Counted down when all is said. */
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean stopped;
    private volatile LabRun current;

    RunCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<Lab> labs = name.equals(ALL) ? session.catalogue().labs() : List.of(session.catalogue().find(name));
        if (!engine.equals(EngineKind.EMBEDDED.toString()))
            throw new BadInput("unknown engine: " + engine, "This kit has: embedded.");
        if (port < 0 || port > 65_535) throw new BadInput("port " + port + " is out of range", "Ports are 1–65535; 0 means a free one.");
        if (db != null) given.put("db", db);
        if (name.equals(ALL) && !given.isEmpty())
            throw new BadInput(
                    "all labs have no knob in common that could be set: " + String.join(", ", given.keySet()),
                    "Run one: ./lab run 01 --set " + given.keySet().iterator().next() + "=…");
        List<Plan> plans = labs.stream().map(this::plan).toList();
        Runtime.getRuntime().addShutdownHook(new Thread(this::endEarly, "end of the run"));
        try {
            return run(labs, plans);
        } finally {
            over.countDown();
        }
    }

    private int run(List<Lab> labs, List<Plan> plans) {
        List<Run> runs = new ArrayList<>();
        int code = 0;
        Screen screen = screen();
        try (EngineRoom engine = new EngineRoom(session.folders(), port, screen::passing)) {
            for (int i = 0; i < labs.size() && !stopped; i++) {
                if (i > 0) screen.blank();
                // Each record has a transcript of its own.
                Screen mine = i == 0 ? screen : screen();
                LabRun labRun = new LabRun(session.runs(), mine);
                current = labRun;
                if (stopped) labRun.cancel();
                Run run = labRun.run(plans.get(i), engine::server, new RunText(mine));
                runs.add(run);
                code = worse(code, labRun.exitCode(run));
                if (quiet && !json) quietly(plans.get(i), run);
                if (!json) Afterwards.print(session, terminal(), labs.get(i), run);
            }
        } catch (EnvironmentMissing e) {
            if (json && name.equals(ALL)) printBroken(runs, plans.get(runs.size()), e);
            throw e;
        }
        if (json) session.out().println(name.equals(ALL) ? Json.write(runs) : Json.write(runs.getFirst()));
        return code;
    }

    /** Stands in the place of a run that could not begin, and of all after it. */
    private record Missing(String lab, String name, String failure, String advice) {}

    /** What ran before counts all the same. */
    private void printBroken(List<Run> runs, Plan next, EnvironmentMissing problem) {
        List<Object> all = new ArrayList<>(runs);
        all.add(new Missing(next.lab(), next.name(), problem.getMessage(), problem.advice()));
        session.out().println(Json.write(all));
    }

    private Plan plan(Lab lab) {
        var experiment = lab.experiment().get();
        Settings settings = Settings.of(experiment.parameters(), given, quick, Machine.here());
        return new Plan(lab.number(), lab.name(), lab.title(), experiment, settings, seed, quick);
    }

    /**
     * A claim that does not hold outweighs all; then settings that a lab refuses; then a machine that lacks something; then a
     * claim that is unclear.
     */
    private static int worse(int one, int other) {
        List<Integer> order = List.of(0, 2, 4, 3, 1);
        return order.indexOf(one) >= order.indexOf(other) ? one : other;
    }

    private void quietly(Plan plan, Run run) {
        if (name.equals(ALL)) session.out().println("Lab " + plan.lab() + " " + plan.name() + ": " + RunText.summary(run));
        Verdicts.print(session, run);
    }

    /** The JVM was told to stop: cuts the run short, and gives it time to write its record and to say where that is. */
    private void endEarly() {
        stopped = true;
        if (over.getCount() == 0) return;
        LabRun running = current;
        if (running != null) running.cancel();
        try {
            over.await(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Terminal terminal() {
        return noColour ? session.terminal().withoutColour() : session.terminal();
    }

    private Screen screen() {
        if (!json && !quiet) return terminal().screen(session.out());
        // Nobody watches, but the transcript is kept all the same.
        return new Terminal(false, 80, true, false, false).screen(new PrintStream(OutputStream.nullOutputStream()));
    }
}
