package poollab.bench;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import poollab.bench.Run.Ending;
import poollab.engine.Server;

/** Carries out one run: lends a bench to the experiment, judges its claims, and returns the record. */
public final class Runner {
    private final Server server;
    private final Machine machine;
    private final Clock clock;
    private final LongSupplier nanoClock;
    private final String kit;

    private Bench bench;
    private Thread worker;
    private boolean cancelled;
    private Exception failure;

    /**
     * @param server stays open
     * @param clock dates the record
     * @param nanoClock measures
     * @param kit version of this kit
     */
    public Runner(Server server, Machine machine, Clock clock, LongSupplier nanoClock, String kit) {
        this.server = server;
        this.machine = machine;
        this.clock = clock;
        this.nanoClock = nanoClock;
        this.kit = kit;
    }

    /** @param id of the record: its folder's name */
    public Run run(Plan plan, String id, RunListener listener) {
        Instant startedAt = clock.instant();
        Environment environment = environment();
        listener.started(new RunHeader(
                plan.lab(), plan.name(), plan.title(), startedAt, plan.seed(), plan.quick(), plan.settings().list(),
                environment));
        Bench mine = new Bench(server, plan.seed(), nanoClock, listener);
        begin(mine);
        try {
            plan.experiment().run(plan.settings(), mine);
        } catch (Exception e) {
            failure = e;
        } finally {
            finish();
        }
        double took = mine.elapsedMs();
        mine.close();
        List<Observation> observations = mine.observations();
        // This runner's own word: the interrupt may end the experiment before its bench has heard of it.
        Ending ending = failure == null ? Ending.COMPLETED : cancelled() ? Ending.INTERRUPTED : Ending.FAILED;
        Evidence evidence = new Evidence(plan.settings(), observations);
        List<Judgement> claims = plan.experiment().claims().stream()
                .map(claim -> ending == Ending.COMPLETED ? claim.judge(evidence) : claim.leftOpen(plan.settings()))
                .toList();
        listener.judged(claims);
        Run run = new Run(
                id, plan.lab(), plan.name(), plan.title(), startedAt, took, plan.seed(), plan.quick(), ending,
                reason(ending), plan.settings().list(), environment, observations, claims);
        listener.ended(run);
        return run;
    }

    private Environment environment() {
        return new Environment(
                machine.cores(), machine.memoryBytes(), machine.os(), machine.arch(), machine.jdk(), server.product(),
                server.kind().toString(), server.readyAfter().toNanos() / 1e6, kit);
    }

    private String reason(Ending ending) {
        return switch (ending) {
            case COMPLETED -> null;
            case INTERRUPTED -> "ended from the keyboard or by a signal";
            case FAILED -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }

    private synchronized boolean cancelled() {
        return cancelled;
    }

    private synchronized void begin(Bench mine) {
        bench = mine;
        worker = Thread.currentThread();
        failure = null;
        if (cancelled) mine.close();
    }

    private synchronized void finish() {
        worker = null;
        // An interrupt that came too late for the experiment must not hit what follows it.
        Thread.interrupted();
    }

    /** Ends the run that is under way, from another thread: what it has measured by then is kept. */
    public void cancel() {
        Bench running;
        synchronized (this) {
            cancelled = true;
            running = bench;
            if (worker != null) worker.interrupt();
        }
        if (running != null) running.close();
    }

    /** Why the last run broke off. */
    public Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }
}
