package poollab.console.shell;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import poollab.bench.BadInput;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Table;
import poollab.bench.Unit;
import poollab.console.snippet.SnippetShell;
import poollab.engine.Server;
import poollab.engine.Session;
import poollab.report.Screen;
import poollab.report.TextTable;

/** Commands that look inside: java, watch. */
final class LookCommands {
    static final List<ShellCommand> ALL = List.of(new JavaCode(), new Watch());

    private LookCommands() {}

    /** Snippets in a process of the learner's own. */
    private record JavaCode() implements ShellCommand {
        @Override
        public String name() {
            return "java";
        }

        @Override
        public Group group() {
            return Group.LOOK;
        }

        @Override
        public String summary() {
            return "evaluate Java in an application of your own, beside a pool";
        }

        @Override
        public String usage() {
            return "[SNIPPET]";
        }

        @Override
        public String help() {
            return "Evaluates a snippet, or opens a prompt for several; an empty line or Ctrl-D leaves it. The snippets run in"
                    + " a process of their own, which the server sees as “lab java”. Ready: pool.open(), pool.state(),"
                    + " pool.counters(), connect(), sql(\"select 1\"), url. /vars, /list and /reset look at what you have."
                    + " Ctrl-C stops a snippet.";
        }

        @Override
        public List<String> examples() {
            return List.of("java var c = pool.open()", "java pool.state()");
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            if (!line.isEmpty()) {
                evaluate(shell, line);
                return;
            }
            SnippetShell snippets = shell.snippets();
            shell.suggester((text, cursor) -> snippets.complete(text, cursor).stream()
                    .map(c -> new Suggester.Proposal(
                            c.from(), c.value(), c.documentation().lines().findFirst().orElse("")))
                    .toList());
            while (true) {
                String first;
                try {
                    first = shell.input().read("java> ");
                    if (first == null || first.isBlank() || first.strip().equals("quit")) return;
                    first = shell.input().readMore("  ...> ", first, text -> !snippets.isComplete(text));
                } catch (Input.Interrupted e) {
                    continue;
                }
                if (first == null) return;
                evaluate(shell, first);
            }
        }

        private static void evaluate(Shell shell, String source) throws Exception {
            SnippetShell snippets = shell.snippets();
            boolean fine = shell.work().during(snippets::cancel, () -> snippets.evaluate(source));
            if (!fine) shell.exitCode(1);
        }
    }

    /** The server's sessions, again and again. */
    private record Watch() implements ShellCommand {
        @Override
        public String name() {
            return "watch";
        }

        @Override
        public Group group() {
            return Group.LOOK;
        }

        @Override
        public String summary() {
            return "show the server's sessions every second, until Ctrl-C";
        }

        @Override
        public String usage() {
            return "[counters] [SECONDS [TIMES]]";
        }

        @Override
        public List<String> examples() {
            return List.of("watch", "watch counters 5 3");
        }

        @Override
        public String help() {
            return "Shows the server's sessions, or with counters the client pools' side: SqlClient's sixteen counters of the"
                    + " pools that are open, those of your Java snippets or of a run in another terminal. Every second, or"
                    + " every SECONDS; until Ctrl-C, or TIMES. In a script once.";
        }

        @Override
        public List<Suggestion> complete(List<String> before, Shell shell) {
            return before.isEmpty() ? List.of(new Suggestion("counters", "the client pools' counters")) : List.of();
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            List<String> words = new ArrayList<>(ShellCommand.words(line));
            boolean counters = words.remove("counters");
            Long pid = pid(words);
            double seconds = number(words, 0, 1);
            // A script has nobody who presses Ctrl-C.
            double times = number(words, 1, shell.input().interactive() ? Double.MAX_VALUE : 1);
            Thread me = Thread.currentThread();
            if (counters) {
                CounterWatch watch = new CounterWatch(shell.session().counters(), pid);
                shell.work().during(me::interrupt, () -> {
                    try {
                        watch.watch(shell, seconds, times);
                    } catch (InterruptedException e) {
                        shell.screen().blank();
                    }
                    return null;
                });
                return;
            }
            Server server = shell.engine().server();
            shell.work().during(me::interrupt, () -> {
                try (Connection observer = server.observe()) {
                    for (int i = 0; i < times; i++) {
                        if (i > 0) Thread.sleep((long) (seconds * 1_000));
                        show(shell, server.sessions(observer));
                    }
                } catch (InterruptedException e) {
                    shell.screen().blank();
                }
                return null;
            });
        }

        /** The process that {@code --pid} names; null when none does. */
        private static Long pid(List<String> words) {
            int at = words.indexOf("--pid");
            if (at < 0) return null;
            words.remove(at);
            return at < words.size() && words.get(at).matches("\\d{1,18}") ? Long.valueOf(words.remove(at)) : bad("--pid");
        }

        private static Long bad(String option) {
            throw new BadInput(option + " needs a process id", "For example: watch counters --pid 4711");
        }

        private static double number(List<String> words, int index, double standard) {
            if (words.size() <= index) return standard;
            try {
                double number = Double.parseDouble(words.get(index));
                if (number > 0) return number;
            } catch (NumberFormatException e) {
                // Said below.
            }
            throw new BadInput("not a positive number: " + words.get(index), "For example: watch 5");
        }

        private static void show(Shell shell, List<Session> sessions) {
            shell.place().clear();
            Screen screen = shell.screen();
            screen.line(screen.ink().dim("  " + shell.place().clock() + "  " + sessions.size() + " client sessions"));
            List<List<Object>> rows = new ArrayList<>();
            for (Session s : sessions)
                rows.add(List.of("" + s.pid(), s.state(), s.waitEvent().isEmpty() ? "–" : s.waitEvent(),
                        s.application(), s.query().replaceAll("\\s+", " ")));
            Table table = new Table("sessions", "Sessions",
                    List.of(new Column("pid", Unit.TEXT), new Column("state", Unit.TEXT), new Column("waits for", Unit.TEXT),
                            new Column("application", Unit.TEXT), new Column("query", Unit.TEXT)),
                    rows, null);
            for (String text : TextTable.lines(table, screen.width() - 2)) screen.line("  " + text);
        }
    }
}
