package poollab.console;

import java.nio.file.Path;
import java.util.Map;
import poollab.bench.Run;
import poollab.console.session.Session;
import poollab.console.session.Terminal;
import poollab.course.Lab;
import poollab.report.Screen;

/** Where the record is, and what to do next. */
final class Afterwards {
    private Afterwards() {}

    static void print(Session session, Terminal terminal, Lab lab, Run run) {
        Screen screen = terminal.screen(session.out());
        Path folder = session.runs().folderOf(run.id());
        screen.line("Record: " + shortened(folder));
        boolean repaired = lab.repair().entrySet().stream().allMatch(e -> e.getValue().equals(run.settings().get(e.getKey())));
        if (repaired) {
            screen.line("Next:   ./lab compare 2 1 (this run beside the one before it)");
            return;
        }
        StringBuilder sets = new StringBuilder();
        for (Map.Entry<String, String> e : lab.repair().entrySet())
            sets.append(" --set ").append(e.getKey()).append('=').append(e.getValue());
        screen.line("Next:   mend it: ./lab run " + lab.number() + sets);
    }

    private static String shortened(Path folder) {
        Path here = Path.of("").toAbsolutePath();
        return folder.startsWith(here) ? here.relativize(folder).toString() : folder.toString();
    }
}
