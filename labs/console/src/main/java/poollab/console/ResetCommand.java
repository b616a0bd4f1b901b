package poollab.console;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import poollab.console.session.Session;
import poollab.console.shell.Console;

/** {@code lab reset 01}: forgets progress, keeps a backup. */
@Command(
        name = "reset",
        mixinStandardHelpOptions = true,
        description = "Forget the progress of a lab, or of all; a backup is kept.",
        footer = {"", "Examples:", "  ./lab reset 01", "  ./lab reset all --yes"})
final class ResetCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "LAB", description = "Number or name, or all.")
    private String name;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    ResetCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        return Console.once(session, "reset " + name + (yes ? " --yes" : ""));
    }
}
