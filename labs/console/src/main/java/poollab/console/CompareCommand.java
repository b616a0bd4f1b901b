package poollab.console;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import poollab.bench.Json;
import poollab.bench.Observation.Table;
import poollab.bench.Run;
import poollab.console.session.Session;
import poollab.report.Comparison;

/** {@code lab compare 2 1}: two runs side by side. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = "Put two runs side by side: settings that differ, figures, claims.",
        footer = {"", "Examples:", "  ./lab compare 2 1", "  ./lab compare 20260101-2300 latest"})
final class CompareCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(index = "0", paramLabel = "LEFT", description = "Number in ./lab runs, beginning of its name, or latest.")
    private String left;

    @Parameters(index = "1", paramLabel = "RIGHT", description = "The other run.")
    private String right;

    @Option(names = "--json", description = "One JSON document.")
    private boolean json;

    CompareCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Run one = session.runs().load(left);
        Run other = session.runs().load(right);
        Comparison comparison = new Comparison(one, other);
        if (json) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("left", one.id());
            document.put("right", other.id());
            for (Table table : comparison.tables()) document.put(table.id(), table.rows());
            session.out().println(Json.write(document));
            return 0;
        }
        comparison.print(session.terminal().screen(session.out()));
        return 0;
    }
}
