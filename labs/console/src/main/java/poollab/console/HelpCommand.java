package poollab.console;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import poollab.bench.BadInput;
import poollab.console.session.Session;

/** {@code lab help run}: the same as {@code lab run --help}. */
@Command(
        name = "help",
        mixinStandardHelpOptions = true,
        description = "Help on the lab command, or on one of its commands.",
        footer = {"", "Examples:", "  ./lab help", "  ./lab help run"})
final class HelpCommand implements Callable<Integer> {
    private final Session session;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "Which one.")
    private String name;

    HelpCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        CommandLine lab = spec.parent().commandLine();
        Map<String, CommandLine> commands = lab.getSubcommands();
        if (name != null && !commands.containsKey(name)) throw BadInput.unknown("command", name, commands.keySet());
        (name == null ? lab : commands.get(name)).usage(session.out());
        return 0;
    }
}
