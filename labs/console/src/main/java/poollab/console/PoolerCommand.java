package poollab.console;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code lab pooler my.ini}. The POSIX launcher starts the pooler without coming here; this is its line in the help, and
 * the way to it where a launcher cannot.
 */
@Command(
        name = "pooler",
        description = "Run the bundled pooler with a pgbouncer.ini.",
        customSynopsis = "lab pooler [OPTION]... CONFIG_FILE",
        footer = {
            "",
            "A process of its own: signals, options and exit code are the pooler's.",
            "",
            "Examples:",
            "  ./lab pooler my.ini",
            "  ./lab pooler --help"
        })
final class PoolerCommand implements Callable<Integer> {
    @Unmatched
    private List<String> arguments = new ArrayList<>();

    /** The pooler ends the process, with its own exit code. */
    @Override
    public Integer call() {
        poollab.pooler.Main.main(arguments.toArray(String[]::new));
        return 0;
    }
}
