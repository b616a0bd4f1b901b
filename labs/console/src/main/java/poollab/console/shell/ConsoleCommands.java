package poollab.console.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import poollab.bench.BadInput;
import poollab.bench.Words;
import poollab.course.Lab;
import poollab.course.LabTexts;
import poollab.report.Screen;
import poollab.report.Wrap;

/** Commands about the console itself: status, progress, reset, labs, doctor, verbosity, help, quit. */
final class ConsoleCommands {
    static final List<ShellCommand> ALL = List.of(
            new Status(), new Progress(), new Reset(), new Labs(), new Doctor(), new Say(), new Help(), new Quit());

    private ConsoleCommands() {}

    private record Status() implements ShellCommand {
        @Override
        public String name() {
            return "status";
        }

        @Override
        public Group group() {
            return Group.CONSOLE;
        }

        @Override
        public String summary() {
            return "say where you are, what is set and which server runs";
        }

        @Override
        public List<String> examples() {
            return List.of("status", "set");
        }

        @Override
        public void run(String line, Shell shell) {
            Screen screen = shell.screen();
            Optional<Visit> visit = shell.visit();
            if (visit.isEmpty()) screen.line("  lab        none open; open one: start 01");
            else {
                Visit here = visit.get();
                screen.line("  lab        " + here.lab().number() + " " + here.lab().name());
                screen.line("  step       " + here.number() + "/" + here.steps() + " " + here.step().id() + ", "
                        + here.minutesLeft() + " minutes left");
                screen.line("  knobs      " + (here.turned().isEmpty() ? "as they came" : StepView.settings(here.turned()).strip()));
            }
            if (shell.engine().running()) {
                var server = shell.engine().server();
                screen.line("  server     " + server.product() + ", " + server.host() + ":" + server.port());
                screen.line("  your psql  type: sql \\conninfo");
            } else screen.line("  server     not running; it starts with the first run or statement");
            for (String text : Wrap.hanging("  home       ", shell.session().home().toString(), screen.width())) screen.line(text);
        }
    }

    private record Progress() implements ShellCommand {
        @Override
        public String name() {
            return "progress";
        }

        @Override
        public Group group() {
            return Group.CONSOLE;
        }

        @Override
        public String summary() {
            return "show what is done, and how good your predictions are";
        }

        @Override
        public List<String> examples() {
            return List.of("progress", "reset 01");
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            ProgressView.print(shell.catalogue(), shell.progress(), shell.screen());
        }
    }

    private record Reset() implements ShellCommand {
        @Override
        public String name() {
            return "reset";
        }

        @Override
        public boolean rare() {
            return true;
        }

        @Override
        public Group group() {
            return Group.CONSOLE;
        }

        @Override
        public String summary() {
            return "forget the progress of a lab, or of all; a backup is kept";
        }

        @Override
        public String usage() {
            return "[LAB | all] [--yes]";
        }

        @Override
        public String help() {
            return "Forgets steps and predictions of a lab (default: the open one) or of all. Runs stay. It asks first;"
                    + " --yes answers beforehand. The old file is kept beside the new one.";
        }

        @Override
        public List<String> examples() {
            return List.of("reset 01", "reset all --yes");
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            List<String> words = new ArrayList<>(ShellCommand.words(line));
            boolean yes = words.remove("--yes");
            boolean all = words.remove("all");
            Lab lab = all ? null : words.isEmpty() ? shell.visitOrComplain().lab() : shell.catalogue().find(words.getFirst());
            String what = all ? "all labs" : "lab " + lab.number();
            if (!yes && !confirmed(shell, what)) {
                shell.screen().line("  Nothing was changed.");
                return;
            }
            Optional<java.nio.file.Path> backup = shell.progress().reset(all ? null : lab.number());
            String kept = backup.map(file -> "The old progress is kept in " + file + ".").orElse("There was nothing to forget.");
            Screen screen = shell.screen();
            for (String text : Wrap.hanging("  ", kept, screen.width())) screen.line(text);
        }

        private static boolean confirmed(Shell shell, String what) {
            if (!shell.input().interactive()) throw new BadInput("reset asks first", "In a script: reset … --yes");
            try {
                String answer = shell.input().read("  Forget the progress of " + what + "? (yes/no) ");
                return answer != null && answer.strip().equalsIgnoreCase("yes");
            } catch (Input.Interrupted e) {
                return false;
            }
        }
    }

    private record Labs() implements ShellCommand {
        @Override
        public String name() {
            return "labs";
        }

        @Override
        public Group group() {
            return Group.CONSOLE;
        }

        @Override
        public String summary() {
            return "list the labs";
        }

        @Override
        public List<String> examples() {
            return List.of("labs", "start 02");
        }

        @Override
        public void run(String line, Shell shell) {
            Screen screen = shell.screen();
            for (Lab lab : shell.catalogue().labs()) {
                String minutes = LabTexts.load(lab).map(text -> "  " + text.minutes(false) + " min").orElse("");
                screen.line("  " + screen.ink().strong(lab.number() + " " + lab.name()) + " · " + lab.title() + screen.ink().dim(minutes));
                for (String text : Wrap.hanging("     ", lab.question(), screen.width())) screen.line(text);
            }
        }
    }

    private record Doctor() implements ShellCommand {
        @Override
        public String name() {
            return "doctor";
        }

        @Override
        public Group group() {
            return Group.CONSOLE;
        }

        @Override
        public String summary() {
            return "say what this machine can run";
        }

        @Override
        public List<String> examples() {
            return List.of("doctor", "status");
        }

        @Override
        public void run(String line, Shell shell) {
            shell.examine();
        }
    }

    private record Say() implements ShellCommand {
        @Override
        public String name() {
            return "verbosity";
        }

        @Override
        public Group group() {
            return Group.CONSOLE;
        }

        @Override
        public String summary() {
            return "choose how much the console says: teach, normal or concise";
        }

        @Override
        public String usage() {
            return "[teach | normal | concise]";
        }

        @Override
        public String help() {
            return "teach says everything and what to do next; normal leaves out asides and advice; concise shows headings,"
                    + " questions, runs and claims.";
        }

        @Override
        public List<String> examples() {
            return List.of("verbosity concise", "verbosity teach");
        }

        @Override
        public void run(String line, Shell shell) {
            if (!line.isEmpty()) {
                List<String> known = Arrays.stream(Verbosity.values()).map(Words::of).toList();
                if (!known.contains(line)) throw BadInput.unknown("verbosity", line, known);
                shell.verbosity(Verbosity.values()[known.indexOf(line)]);
            }
            shell.screen().line("  verbosity " + Words.of(shell.verbosity()));
        }

        @Override
        public List<Suggestion> complete(List<String> before, Shell shell) {
            return Arrays.stream(Verbosity.values()).map(v -> new Suggestion(Words.of(v), "")).toList();
        }
    }

    private record Help() implements ShellCommand {
        @Override
        public String name() {
            return "help";
        }

        @Override
        public Group group() {
            return Group.CONSOLE;
        }

        @Override
        public String summary() {
            return "list the commands, or explain one";
        }

        @Override
        public String usage() {
            return "[COMMAND]";
        }

        @Override
        public List<String> examples() {
            return List.of("help", "help run");
        }

        @Override
        public void run(String line, Shell shell) {
            Screen screen = shell.screen();
            if (line.isEmpty()) all(shell, screen);
            else one(shell.commands().find(line.split("\\s+")[0]), screen);
        }

        private static void all(Shell shell, Screen screen) {
            for (Group group : Group.values()) {
                screen.line(screen.ink().strong(group.title()));
                for (ShellCommand command : shell.commands().list())
                    if (command.group() == group)
                        for (String text : Wrap.hanging(String.format("  %-10s ", command.name()), command.summary(), screen.width()))
                            screen.line(text);
            }
            screen.line("More on one, with examples: help run");
        }

        private static void one(ShellCommand command, Screen screen) {
            screen.line("  " + screen.ink().strong((command.name() + " " + command.usage()).strip()));
            for (String text : Wrap.hanging("  ", command.help(), screen.width())) screen.line(text);
            screen.line("  For example:");
            for (String example : command.examples()) screen.line("    " + example);
        }

        @Override
        public List<Suggestion> complete(List<String> before, Shell shell) {
            if (!before.isEmpty()) return List.of();
            return shell.commands().list().stream().map(c -> new Suggestion(c.name(), c.summary())).toList();
        }
    }

    private record Quit() implements ShellCommand {
        @Override
        public String name() {
            return "quit";
        }

        @Override
        public Group group() {
            return Group.CONSOLE;
        }

        @Override
        public String summary() {
            return "leave (Ctrl-D does the same)";
        }

        @Override
        public List<String> examples() {
            return List.of("quit", "exit");
        }

        @Override
        public void run(String line, Shell shell) {
            shell.leave();
        }
    }
}
