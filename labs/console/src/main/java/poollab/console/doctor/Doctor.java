package poollab.console.doctor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Looks at everything at once, because the slowest may hang; none is waited for longer than the limit. */
final class Doctor {
    /** A probe with the names it goes by should it not answer. */
    private record Probe(String id, String name, Callable<Check> look) {}

    private final Facts facts;
    private final Commands commands;
    private final Path home;
    private final Duration limit;

    Doctor(Facts facts, Commands commands, Path home, Duration limit) {
        this.facts = facts;
        this.commands = commands;
        this.home = home;
        this.limit = limit;
    }

    Diagnosis examine() throws InterruptedException {
        List<Probe> probes = probes();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            List<Future<Check>> answers = threads.invokeAll(
                    probes.stream().map(Probe::look).toList(), limit.plusSeconds(5).toMillis(), TimeUnit.MILLISECONDS);
            List<Check> checks = new ArrayList<>();
            for (int i = 0; i < answers.size(); i++) checks.add(answer(probes.get(i), answers.get(i)));
            return Diagnosis.of(checks);
        } finally {
            threads.shutdownNow();
        }
    }

    private List<Probe> probes() {
        List<Probe> probes = new ArrayList<>(List.of(
                new Probe("jdk", "Java", () -> MachineChecks.java(facts)),
                new Probe("cores", "cores", () -> MachineChecks.cores(facts)),
                new Probe("memory", "memory", () -> MachineChecks.memory(facts)),
                new Probe(MachineChecks.HOME, "LAB_HOME", () -> MachineChecks.home(home)),
                new Probe(EngineCheck.ID, "PostgreSQL", () -> EngineCheck.check(facts, commands)),
                new Probe(DockerCheck.ID, "Docker", () -> DockerCheck.check(facts, commands, limit))));
        for (ToolCheck tool : ToolCheck.ALL)
            probes.add(new Probe(tool.program(), tool.program(), () -> tool.check(facts, commands)));
        return probes;
    }

    private static Check answer(Probe probe, Future<Check> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (CancellationException e) {
            return Check.warning(probe.id(), probe.name(), "no answer in time", "Try again when this machine is less busy.");
        } catch (ExecutionException e) {
            return Check.warning(probe.id(), probe.name(), "cannot be told: " + e.getCause(), "");
        }
    }
}
