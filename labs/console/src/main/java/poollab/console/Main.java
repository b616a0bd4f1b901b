package poollab.console;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code lab} command. */
@Command(name = "lab", mixinStandardHelpOptions = true, version = "Pool Lab 0.1.0",
        description = "Learn database connection pooling by breaking it and mending it.")
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }
}
