package poollab.console.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import poollab.bench.BadInput;
import poollab.bench.pooler.Answer;
import poollab.bench.pooler.LabPooler;
import poollab.console.sql.TextRows;
import poollab.report.Screen;

/** Commands for the learner's own poolers: pooler, admin. */
final class PoolerCommands {
    static final List<ShellCommand> ALL = List.of(new Poolers(), new Admin());

    private PoolerCommands() {}

    private static List<ShellCommand.Suggestion> names(Shell shell) {
        return shell.poolers().names().stream()
                .map(name -> new ShellCommand.Suggestion(name, "port " + shell.poolers().find(name).port()))
                .toList();
    }

    /** In the pooler's own words. */
    private static void refused(Shell shell, SQLException e) {
        shell.place().out().println(shell.screen().ink().plain(e.getMessage()));
        if (e.getSQLState() != null) shell.place().out().println("SQLSTATE: " + e.getSQLState());
        shell.exitCode(1);
    }

    private record Poolers() implements ShellCommand {
        private static final Map<String, String> VERBS = new java.util.TreeMap<>(Map.of(
                "start", "start one in front of this console's server",
                "show", "its ini, its port, how it stands",
                "set", "change a setting in its ini",
                "edit", "open its ini in your editor",
                "reload", "make it read its ini",
                "stop", "end it"));

        @Override
        public String name() {
            return "pooler";
        }

        @Override
        public Group group() {
            return Group.LOOK;
        }

        @Override
        public String summary() {
            return "start a pooler of your own, look at its ini, change it";
        }

        @Override
        public String usage() {
            return "[start | show | set | edit | reload | stop] [NAME]";
        }

        @Override
        public String help() {
            return "Starts the bundled pooler in front of this console's server, several if you name them, each with an ini of"
                    + " its own. show prints the ini; set NAME KEY VALUE and edit change it; reload makes the pooler read it."
                    + " A broken ini changes nothing. Without NAME: the first one. Quitting ends them all.";
        }

        @Override
        public List<String> examples() {
            return List.of("pooler start", "pooler set default_pool_size 5");
        }

        @Override
        public List<Suggestion> complete(List<String> before, Shell shell) {
            if (before.size() == 1 && !before.getFirst().equals("start")) return names(shell);
            if (!before.isEmpty()) return List.of();
            return VERBS.entrySet().stream().map(verb -> new Suggestion(verb.getKey(), verb.getValue())).toList();
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            List<String> words = new ArrayList<>(ShellCommand.words(line));
            String verb = words.isEmpty() ? "list" : words.removeFirst();
            switch (verb) {
                case "list" -> list(shell);
                case "start" -> start(shell, only(words, verb));
                case "show" -> show(shell, meant(shell, words, verb));
                case "set" -> set(shell, words);
                case "edit" -> edit(shell, meant(shell, words, verb));
                case "reload" -> reload(shell, meant(shell, words, verb));
                case "stop" -> stop(shell, meant(shell, words, verb));
                default -> throw BadInput.unknown("verb of pooler", verb, VERBS.keySet());
            }
        }

        private static String only(List<String> words, String verb) {
            if (words.size() > 1) throw new BadInput("pooler " + verb + " takes one name", "For example: pooler " + verb + " two");
            String name = words.isEmpty() ? PoolerDesk.FIRST : words.getFirst();
            if (!name.matches("[a-z][a-z0-9_-]*")) throw new BadInput("not a name: " + name, "Small letters, digits, - and _.");
            return name;
        }

        /** The one that is named; without a name the first. */
        private static LabPooler meant(Shell shell, List<String> words, String verb) {
            return words.isEmpty() ? shell.poolers().meant(words) : shell.poolers().find(only(words, verb));
        }

        private static void list(Shell shell) {
            if (shell.poolers().names().isEmpty()) shell.screen().line("  No pooler runs in this console. Start one: pooler start");
            for (String name : shell.poolers().names()) state(shell, shell.poolers().find(name));
        }

        private static void state(Shell shell, LabPooler pooler) {
            shell.screen().line("  " + pooler.name() + "  port " + pooler.port() + ", " + (pooler.running() ? "running" : "ended"));
        }

        private static void start(Shell shell, String name) {
            LabPooler pooler = shell.poolers().start(name);
            Screen screen = shell.screen();
            state(shell, pooler);
            screen.line("  Its ini: pooler show     its console: admin SHOW POOLS     through it: sql --pooler");
        }

        private static void show(Shell shell, LabPooler pooler) throws IOException {
            state(shell, pooler);
            shell.place().out().println("  " + pooler.configuration());
            shell.place().out().println();
            Files.readAllLines(pooler.configuration()).forEach(shell.place().out()::println);
        }

        private static void set(Shell shell, List<String> words) throws IOException {
            LabPooler pooler = shell.poolers().meant(words);
            words.remove("=");
            if (words.size() != 2)
                throw new BadInput("pooler set takes a setting and its value", "For example: pooler set default_pool_size 5");
            pooler.write(words.getFirst(), words.getLast());
            shell.screen().line("  " + words.getFirst() + " = " + words.getLast() + " is in the ini of " + pooler.name()
                    + ". To apply it: pooler reload");
        }

        private static void edit(Shell shell, LabPooler pooler) throws Exception {
            String editor = System.getenv().getOrDefault("VISUAL", System.getenv().getOrDefault("EDITOR", ""));
            if (!shell.input().interactive() || shell.place().facts().dumb() || editor.isBlank()) {
                shell.place().out().println("  " + pooler.configuration());
                shell.screen().line(editor.isBlank()
                        ? "  No editor: set EDITOR before you start the console, or use: pooler set"
                        : "  No editor in a pipe or on a dumb terminal. Use: pooler set");
                return;
            }
            int code = new ProcessBuilder("/bin/sh", "-c", editor + " \"$1\"", "edit", pooler.configuration().toString())
                    .inheritIO().start().waitFor();
            if (code != 0) throw new BadInput("the editor ended with " + code + ": " + editor, "Use: pooler set");
            shell.screen().line("  To apply it: pooler reload");
        }

        private static void reload(Shell shell, LabPooler pooler) {
            int before = pooler.log().size();
            try {
                pooler.admin("RELOAD");
                shell.screen().line("  " + pooler.name() + " has read its ini.");
            } catch (SQLException e) {
                List<String> log = pooler.log();
                log.subList(Math.min(before, log.size()), log.size()).forEach(shell.place().out()::println);
                refused(shell, e);
                shell.screen().line("  The old settings stay.");
            }
        }

        private static void stop(Shell shell, LabPooler pooler) {
            shell.poolers().stop(pooler.name());
            shell.screen().line("  " + pooler.name() + " has ended.");
        }
    }

    /** The admin console of a pooler, one command at a time. */
    private record Admin() implements ShellCommand {
        @Override
        public String name() {
            return "admin";
        }

        @Override
        public Group group() {
            return Group.LOOK;
        }

        @Override
        public String summary() {
            return "talk to the pooler's console, where a pooler runs";
        }

        @Override
        public String usage() {
            return "[NAME] [COMMAND]";
        }

        @Override
        public String help() {
            return "Sends a command to the admin console of the pooler that you started, or of the one that you name. Alone it"
                    + " lists the commands.";
        }

        @Override
        public List<String> examples() {
            return List.of("admin SHOW POOLS", "admin PAUSE");
        }

        @Override
        public List<Suggestion> complete(List<String> before, Shell shell) {
            return before.isEmpty() ? names(shell) : List.of();
        }

        @Override
        public void run(String line, Shell shell) {
            List<String> words = new ArrayList<>(ShellCommand.words(line));
            LabPooler pooler = shell.poolers().meant(words);
            String command = words.isEmpty() ? "SHOW HELP" : String.join(" ", words);
            try {
                Answer answer = pooler.answer(command);
                if (!answer.notice().isEmpty()) answer.notice().lines().forEach(shell.place().out()::println);
                else if (answer.rows().columns().isEmpty()) shell.place().out().println(answer.tag());
                else TextRows.print(answer.rows().columns(), answer.rows().rows(), shell.place().out(),
                        shell.screen().ink(), shell.place().facts().columns());
            } catch (SQLException e) {
                refused(shell, e);
            }
        }
    }
}
