package poollab.console;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import poollab.console.session.Session;
import poollab.console.shell.ProgressView;
import poollab.course.ProgressBook;

/** {@code lab progress}: what is done. */
@Command(
        name = "progress",
        mixinStandardHelpOptions = true,
        description = "Show what is done, and how good your predictions are.",
        footer = {"", "Examples:", "  ./lab progress", "  LAB_HOME=/some/folder ./lab progress"})
final class ProgressCommand implements Callable<Integer> {
    private final Session session;

    ProgressCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        ProgressBook book = new ProgressBook(session.home().resolve("progress.txt"));
        ProgressView.print(session.catalogue(), book, session.terminal().screen(session.out()));
        return 0;
    }
}
