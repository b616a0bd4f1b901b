package poollab.console;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import poollab.clientpool.CounterFile;
import poollab.console.bench.BenchCommand;
import poollab.console.budget.BudgetCommand;
import poollab.console.doctor.DoctorCommand;
import poollab.console.session.Complaint;
import poollab.console.session.Session;
import poollab.console.shell.Console;
import poollab.console.session.Version;

/** The {@code lab} command. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Learn database connection pooling by breaking it and mending it.",
        synopsisSubcommandLabel = "[COMMAND]",
        footer = {
            "",
            "Exit codes: 0 every claim held, 1 one did not, 2 one is unclear, 3 bad input,",
            "4 this machine is missing something.",
            "",
            "LAB_HOME   where runs are kept (default: .lab in the checkout)",
            "LAB_CACHE  where unpacked servers are kept (default: LAB_HOME/cache)",
            "NO_COLOR   no colours",
            "",
            "Without a command it opens the console. First: ./lab start 01",
            "All tests of the kit: ./lab test"
        })
public final class Main implements Callable<Integer> {
    /** picocli refuses to lay out help in fewer columns. */
    private static final int NARROWEST_HELP = 55;

    private static final String HELP = "help";

    private final Session session;

    private Main(Session session) {
        this.session = session;
    }

    /** No command: the console. */
    @Override
    public Integer call() throws IOException {
        return Console.open(session, null);
    }

    public static void main(String[] args) {
        Session session = Session.here();
        System.setProperty(CounterFile.FOLDER_PROPERTY, session.counters().toString());
        System.setProperty(CounterFile.NAME_PROPERTY, "lab");
        System.exit(run(session, args));
    }

    static int run(Session session, String... args) {
        Complaint complaint = new Complaint(session.err(), session.terminal());
        CommandLine lab = new CommandLine(new Main(session));
        Map<String, Supplier<Object>> commands = commands(session);
        // Each command costs milliseconds to register, so the one that is asked for stands alone, unless all are wanted.
        boolean alone = args.length > 0 && commands.containsKey(args[0]) && !args[0].equals(HELP);
        commands.forEach((name, command) -> {
            if (!alone || name.equals(args[0])) lab.addSubcommand(name, command.get());
        });
        return lab.setOut(new java.io.PrintWriter(session.out(), true))
                .setErr(new java.io.PrintWriter(session.err(), true))
                .setColorScheme(CommandLine.Help.defaultColorScheme(session.terminal().colour() ? Ansi.ON : Ansi.OFF))
                .setUsageHelpWidth(Math.max(NARROWEST_HELP, session.terminal().columns()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((problem, arguments) -> complaint.about(problem))
                .setExecutionExceptionHandler((problem, command, parsed) -> complaint.about(problem))
                .execute(args);
    }

    private static Map<String, Supplier<Object>> commands(Session session) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("start", () -> new StartCommand(session));
        commands.put("list", () -> new ListCommand(session));
        commands.put("run", () -> new RunCommand(session));
        commands.put("runs", () -> new RunsCommand(session));
        commands.put("show", () -> new ShowCommand(session));
        commands.put("compare", () -> new CompareCommand(session));
        commands.put("sql", () -> new SqlCommand(session));
        commands.put("java", () -> new JavaCommand(session));
        commands.put("watch", () -> new WatchCommand(session));
        commands.put("progress", () -> new ProgressCommand(session));
        commands.put("reset", () -> new ResetCommand(session));
        commands.put("budget", () -> new BudgetCommand(session));
        commands.put("pooler", PoolerCommand::new);
        commands.put("bench", () -> BenchCommand.with(session));
        commands.put("doctor", () -> new DoctorCommand(
                session.home(), session.terminal().columns(), session.terminal().ascii()));
        commands.put(HELP, () -> new HelpCommand(session));
        return commands;
    }
}
