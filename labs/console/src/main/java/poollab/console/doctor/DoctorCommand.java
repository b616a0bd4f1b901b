package poollab.console.doctor;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import poollab.bench.Json;
import poollab.report.Ink;

/** {@code lab doctor}: one screen. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Say what this machine can run, and what to do about the rest.",
        footer = {"", "Exit code: 0 labs can run, 4 they cannot."})
public final class DoctorCommand implements Callable<Integer> {
    private static final Duration DOCKER = Duration.ofSeconds(4);
    private static final int CANNOT_RUN = 4;

    private final Path home;
    private final Facts facts;
    private final Commands commands;
    private final int width;
    private final boolean ascii;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "One JSON document.")
    private boolean json;

    /**
     * @param home where a learner's things live
     * @param width columns to fill
     * @param ascii whether only ASCII can be shown
     */
    public DoctorCommand(Path home, int width, boolean ascii) {
        this(home, width, ascii, Facts.here(), SystemCommands.here());
    }

    DoctorCommand(Path home, int width, boolean ascii, Facts facts, Commands commands) {
        this.home = home;
        this.width = width;
        this.ascii = ascii;
        this.facts = facts;
        this.commands = commands;
    }

    @Override
    public Integer call() throws InterruptedException {
        Diagnosis diagnosis = new Doctor(facts, commands, home, DOCKER).examine();
        PrintWriter out = spec.commandLine().getOut();
        if (json) out.println(Json.write(diagnosis));
        else lines(diagnosis).forEach(out::println);
        out.flush();
        return diagnosis.canRun() ? 0 : CANNOT_RUN;
    }

    private List<String> lines(Diagnosis diagnosis) {
        boolean colour = spec.commandLine().getColorScheme().ansi().enabled();
        return new Page(new Ink(colour, ascii), width).of(diagnosis);
    }
}
