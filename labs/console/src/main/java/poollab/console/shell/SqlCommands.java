package poollab.console.shell;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import poollab.bench.BadInput;
import poollab.bench.Words;
import poollab.bench.pooler.LabPooler;
import poollab.console.sql.Format;
import poollab.console.sql.Pager;
import poollab.console.sql.SqlDesk;
import poollab.console.sql.SqlDesk.Role;
import poollab.console.sql.SqlRunner;
import poollab.console.sql.Statements;
import poollab.engine.EnvironmentMissing;

/** The command {@code sql}: a statement, or a prompt for several. */
final class SqlCommands {
    static final List<ShellCommand> ALL = List.of(new Sql());

    private SqlCommands() {}

    private static final class Sql implements ShellCommand {
        private Format format = Format.AUTO;
        private boolean timing = true;
        private Role role = Role.APPLICATION;
        private String last = "";

        @Override
        public String name() {
            return "sql";
        }

        @Override
        public Group group() {
            return Group.LOOK;
        }

        @Override
        public String summary() {
            return "run a statement, or open an SQL prompt";
        }

        @Override
        public String usage() {
            return "[--as application|observer] [--format NAME] [--pooler [NAME]] [STATEMENT]";
        }

        @Override
        public String help() {
            return "Runs a statement on the lab's server as the application, or with --as observer as somebody who sees"
                    + " everything. Without a statement it opens a prompt: a statement ends with a semicolon, \\? lists its"
                    + " commands, \\q leaves. --pooler sends the statement through the pooler you started. Formats: " + String.join(", ", formats()) + ". Ctrl-C cancels a statement.";
        }

        @Override
        public List<String> examples() {
            return List.of("sql select count(*) from orders", "sql --as observer select * from pg_stat_activity");
        }

        private static List<String> formats() {
            return Arrays.stream(Format.values()).map(Words::of).toList();
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            String rest = line;
            Role before = role;
            Format formatBefore = format;
            while (rest.startsWith("--as ") || rest.startsWith("--format ")) {
                String[] words = rest.split("\\s+", 3);
                if (words.length < 2 || words[1].isEmpty()) break;
                if (words[0].equals("--as")) as(words[1]);
                else format(words[1]);
                rest = words.length > 2 ? words[2] : "";
            }
            if (rest.startsWith("--pooler")) {
                through(shell, rest.substring("--pooler".length()).strip());
                role = before;
                format = formatBefore;
                return;
            }
            if (rest.isBlank()) {
                prompt(shell);
                return;
            }
            text(shell, rest);
            role = before;
            format = formatBefore;
        }

        /** On a fresh connection through a pooler. */
        private void through(Shell shell, String line) throws Exception {
            List<String> words = new java.util.ArrayList<>(ShellCommand.words(line));
            int all = words.size();
            LabPooler pooler = shell.poolers().meant(words);
            String text = words.size() < all ? line.substring(pooler.name().length()).strip() : line;
            if (text.isBlank()) throw new BadInput("sql --pooler needs a statement", "For example: sql --pooler select 1");
            try (Connection connection = DriverManager.getConnection(pooler.text(SqlDesk.APPLICATION))) {
                SqlRunner runner = new SqlRunner(
                        connection, shell.place().out(), shell.screen().ink(), shell.place().facts().columns());
                Statements.Split split = Statements.split(text + ";");
                for (String statement : split.complete())
                    if (!shell.work().during(runner::cancel, () -> runner.run(statement, format, timing))) shell.exitCode(1);
            } catch (SQLException e) {
                throw new EnvironmentMissing("the pooler " + pooler.name() + " says: " + e.getMessage(), "Look: admin SHOW POOLS", e);
            }
        }

        private void prompt(Shell shell) throws Exception {
            shell.screen().line(shell.screen().ink().dim("  A statement ends with a semicolon. \\? lists the commands, \\q leaves."));
            String database = shell.sql().database();
            if (shell.input().interactive()) shell.suggester(new SqlWords(shell.engine().server()));
            while (true) {
                String line;
                try {
                    line = shell.input().read(database + runner(shell, shell.place().out()).mark() + "> ");
                    if (line == null || line.strip().equals("\\q") || line.strip().equals("quit") || line.strip().equals("exit")) return;
                    if (line.isBlank()) continue;
                    if (!line.strip().startsWith("\\"))
                        line = shell.input().readMore(database + "-> ", line, text -> !Statements.complete(text));
                } catch (Input.Interrupted e) {
                    continue;
                }
                if (line == null) return;
                try {
                    text(shell, line);
                } catch (BadInput e) {
                    shell.complain(e);
                }
            }
        }

        private void text(Shell shell, String text) throws Exception {
            if (text.strip().startsWith("\\")) {
                command(shell, text.strip());
                return;
            }
            Statements.Split split = Statements.split(text);
            List<String> statements = new java.util.ArrayList<>(split.complete());
            if (!split.rest().isBlank()) statements.add(split.rest().strip());
            for (String statement : statements) statement(shell, statement, true);
        }

        private void statement(Shell shell, String statement, boolean paged) throws Exception {
            last = statement;
            Optional<Pager> pager = paged && shell.input().interactive()
                    ? Pager.of(shell.place().out(), shell.place().rows(), System.getenv())
                    : Optional.empty();
            boolean fine;
            if (pager.isEmpty()) fine = carryOut(shell, statement, shell.place().out());
            else try (PrintStream out = new PrintStream(pager.get(), false, StandardCharsets.UTF_8)) {
                fine = carryOut(shell, statement, out);
            }
            if (!fine) shell.exitCode(1);
        }

        private boolean carryOut(Shell shell, String statement, PrintStream out) throws Exception {
            SqlRunner runner = runner(shell, out);
            return shell.work().during(runner::cancel, () -> runner.run(statement, format, timing));
        }

        private SqlRunner runner(Shell shell, PrintStream out) throws Exception {
            return shell.sql().runner(role, out, shell.screen().ink(), shell.place().facts().columns());
        }

        private void command(Shell shell, String line) throws Exception {
            String[] words = line.split("\\s+", 2);
            String argument = words.length > 1 ? words[1].strip() : "";
            switch (words[0]) {
                case "\\?" -> SqlHelp.print(shell.screen());
                case "\\d" -> catalogue(shell, argument);
                case "\\dt" -> catalogue(shell, "");
                case "\\x" -> expanded(argument);
                case "\\timing" -> timing = !argument.equals("off") && (argument.equals("on") || !timing);
                case "\\format" -> format(argument);
                case "\\as" -> as(argument);
                case "\\conninfo" -> {
                    shell.screen().line("  as " + Words.of(role) + ", with your own psql:");
                    shell.place().out().println(shell.sql().psql(role));
                }
                case "\\watch" -> watch(shell, argument);
                default -> throw BadInput.unknown("command", words[0], SqlHelp.NAMES);
            }
        }

        private void expanded(String argument) {
            format = switch (argument) {
                case "on" -> Format.VERTICAL;
                case "off" -> Format.TABLE;
                case "auto" -> Format.AUTO;
                default -> format == Format.VERTICAL ? Format.AUTO : Format.VERTICAL;
            };
        }

        private void format(String name) {
            List<String> known = formats();
            if (!known.contains(name)) throw BadInput.unknown("format", name, known);
            format = Format.values()[known.indexOf(name)];
        }

        private void as(String name) {
            List<String> known = Arrays.stream(Role.values()).map(Words::of).toList();
            if (!known.contains(name)) throw BadInput.unknown("role", name, known);
            role = Role.values()[known.indexOf(name)];
        }

        private void catalogue(Shell shell, String table) throws Exception {
            String before = last;
            for (String query : SqlHelp.describe(table)) statement(shell, query, false);
            last = before;
        }

        /** The last statement again and again, until Ctrl-C; a script has nobody to press it and sees it once more. */
        private void watch(Shell shell, String argument) throws Exception {
            if (last.isEmpty()) throw new BadInput("there is nothing to watch yet", "Run a statement, then: \\watch 2");
            double seconds;
            try {
                seconds = argument.isEmpty() ? 2 : Double.parseDouble(argument);
            } catch (NumberFormatException e) {
                throw new BadInput("not a number of seconds: " + argument, "For example: \\watch 5");
            }
            String statement = last;
            Thread me = Thread.currentThread();
            for (boolean again = true; again; again = shell.input().interactive()) {
                shell.place().clear();
                shell.screen().line(shell.screen().ink().dim("every " + seconds + " s, Ctrl-C ends  " + shell.place().clock()));
                statement(shell, statement, false);
                if (shell.work().interrupted() || !shell.input().interactive()) return;
                try {
                    shell.work().during(me::interrupt, () -> {
                        Thread.sleep((long) (Math.max(0.1, seconds) * 1_000));
                        return null;
                    });
                } catch (InterruptedException e) {
                    // The terminal has shown ^C; the prompt begins a line of its own.
                    shell.place().out().println();
                    return;
                }
            }
        }
    }
}
