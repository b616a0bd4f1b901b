package poollab.console;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import poollab.bench.BadInput;
import poollab.console.session.Session;
import poollab.console.shell.Console;

/** {@code lab watch counters}: the counters of pools that another terminal's lab has open. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description = "Show the client pools' counters while a lab runs in another terminal.",
        footer = {
            "",
            "In a terminal it goes on until Ctrl-C, or until the last pool was closed; in a",
            "pipe it shows one block, unless TIMES says more. Exit code 4: no pool is open.",
            "",
            "Examples:",
            "  ./lab watch counters",
            "  ./lab watch counters 5 12 > counters.txt"
        })
final class WatchCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(index = "0", paramLabel = "counters", description = "What to watch.")
    private String what;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "[SECONDS [TIMES]]", hideParamSyntax = true,
            description = "Seconds between two looks (default: 1); how many.")
    private List<String> numbers = List.of();

    @Option(names = "--pid", paramLabel = "PID", description = "Of this process alone (default: all of them together).")
    private Long pid;

    WatchCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        if (!what.equals("counters")) throw new BadInput("cannot watch " + what, "For example: ./lab watch counters");
        if (numbers.size() > 2)
            throw new BadInput("unknown argument of lab watch: " + numbers.get(2), "For example: ./lab watch counters 5 12");
        String process = pid == null ? "" : " --pid " + pid;
        return Console.once(session, "watch counters " + String.join(" ", numbers) + process);
    }
}
