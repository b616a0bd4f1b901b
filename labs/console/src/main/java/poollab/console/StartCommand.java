package poollab.console;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import poollab.console.session.Session;
import poollab.console.shell.Console;

/** {@code lab start 02}: opens the console in a lab. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        description = "Open the console in a lab, where you left it.",
        footer = {"", "Examples:", "  ./lab start 01", "  printf 'run\\nquit\\n' | ./lab start 01"})
final class StartCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "LAB", description = "Number or name; see ./lab list.")
    private String name;

    @Option(names = "--again", description = "From the first step.")
    private boolean again;

    @Option(names = "--no-color", description = "No colours. NO_COLOR does the same.")
    private boolean noColour;

    @Option(names = "--ascii", description = "Letters of ASCII only.")
    private boolean ascii;

    StartCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        String number = session.catalogue().find(name).number();
        return Console.open(session.with(noColour, ascii), "start " + number + (again ? " --again" : ""));
    }
}
