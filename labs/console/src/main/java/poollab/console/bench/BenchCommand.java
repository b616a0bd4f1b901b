package poollab.console.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import poollab.console.session.Session;

/** {@code lab bench}: what can be measured. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measure the bundled pooler, alone or beside PgBouncer.",
        synopsisSubcommandLabel = "pooler",
        footer = {"", "Examples:", "  ./lab bench pooler --against pgbouncer", "  ./lab bench pooler --help"})
public final class BenchCommand {
    private BenchCommand() {}

    public static CommandLine with(Session session) {
        return new CommandLine(new BenchCommand()).addSubcommand("pooler", new PoolerBenchCommand(session));
    }
}
