package poollab.console.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import poollab.bench.BadInput;
import poollab.bench.Observation.Column;
import poollab.bench.Observation.Table;
import poollab.bench.Parameter;
import poollab.bench.Plan;
import poollab.bench.Run;
import poollab.bench.Setting;
import poollab.bench.Settings;
import poollab.bench.Unit;
import poollab.console.session.LabRun;
import poollab.course.Prediction;
import poollab.engine.Server;
import poollab.report.Comparison;
import poollab.report.RunList;
import poollab.report.RunText;
import poollab.report.Screen;
import poollab.report.TextTable;
import poollab.report.Wrap;

/** Commands around the experiment: run, set, runs, compare. */
final class ExperimentCommands {
    static final List<ShellCommand> ALL = List.of(new RunIt(), new Set(), new Runs(), new Compare());

    private ExperimentCommands() {}

    static void showRun(Shell shell, String which, boolean full) {
        Run run = shell.session().runs().load(which);
        RunText.replay(run, shell.screen(), full);
    }

    static List<ShellCommand.Suggestion> runs(Shell shell) {
        List<ShellCommand.Suggestion> all = new ArrayList<>();
        all.add(new ShellCommand.Suggestion("latest", "the newest run"));
        List<String> ids = shell.session().runs().ids();
        for (int i = 0; i < Math.min(9, ids.size()); i++)
            all.add(new ShellCommand.Suggestion(String.valueOf(i + 1), ids.get(i)));
        return all;
    }

    private static List<ShellCommand.Suggestion> values(Shell shell, String name, String prefix) {
        return shell.visit()
                .flatMap(visit -> visit.parameter(name))
                .map(parameter -> parameter.kind().choices().stream()
                        .map(value -> new ShellCommand.Suggestion(prefix + value, parameter.help()))
                        .toList())
                .orElse(List.of());
    }

    private static List<ShellCommand.Suggestion> knobs(Shell shell, String suffix) {
        return shell.visit().stream()
                .flatMap(visit -> visit.experiment().parameters().stream())
                .map(p -> new ShellCommand.Suggestion(p.name() + suffix, p.kind().range() + ": " + p.help()))
                .toList();
    }

    private record RunIt() implements ShellCommand {
        @Override
        public String name() {
            return "run";
        }

        @Override
        public Group group() {
            return Group.EXPERIMENT;
        }

        @Override
        public String summary() {
            return "run the experiment with the knobs as they are";
        }

        @Override
        public String usage() {
            return "[NAME=VALUE …] [--quick]";
        }

        @Override
        public String help() {
            return "Runs the open lab's experiment. Knobs set with set hold; those named here hold for this run alone. Ctrl-C"
                    + " ends it early and keeps what was measured. --quick takes smaller settings.";
        }

        @Override
        public List<String> examples() {
            return List.of("run", "run fault=none --quick");
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            List<String> words = ShellCommand.words(line);
            if (shell.visit().isEmpty() && !words.isEmpty()) {
                // Outside a lab the first word names one, as in the shell.
                shell.open(shell.catalogue().find(words.getFirst()));
                words = words.subList(1, words.size());
            }
            Visit visit = shell.visitOrComplain();
            boolean quick = words.contains("--quick");
            Map<String, String> given = new LinkedHashMap<>(visit.given());
            for (String word : words) {
                if (word.equals("--quick")) continue;
                String[] parts = word.split("=", 2);
                if (parts.length < 2) throw new BadInput("not a setting: " + word, "Write it as name=value. The knobs: set");
                given.put(parts[0], parts[1]);
            }
            carryOut(shell, visit, given, quick);
        }

        private static void carryOut(Shell shell, Visit visit, Map<String, String> given, boolean quick)
                throws Exception {
            var experiment = visit.experiment();
            Settings settings = Settings.of(experiment.parameters(), given, quick, poollab.bench.Machine.here());
            Plan plan = new Plan(
                    visit.lab().number(), visit.lab().name(), visit.lab().title(), experiment, settings, 1, quick);
            Screen screen = shell.screen();
            LabRun labRun = new LabRun(shell.session().runs(), screen);
            Supplier<Server> engine = () -> {
                if (!shell.engine().running()) screen.passing("  starting PostgreSQL …");
                return shell.engine().server();
            };
            Run run = shell.work().during(labRun::cancel, () -> labRun.run(plan, engine, new RunText(screen)));
            shell.exitCode(labRun.exitCode(run));
            if (run.ending() == Run.Ending.COMPLETED) {
                if (visit.foretold(run)) predictions(shell, visit, run);
                else if (quick) screen.line("  Your predictions are about the full run: run");
            }
            if (!shell.engine().running())
                screen.line("  The database server is gone; the next run starts a fresh one.");
            if (shell.verbosity() == Verbosity.TEACH) afterwards(shell, visit, run);
        }

        /** What the learner expected beside what was measured. */
        private static void predictions(Shell shell, Visit visit, Run run) throws Exception {
            List<List<Object>> rows = new ArrayList<>();
            String lab = visit.lab().number();
            for (Prediction prediction : visit.predictions()) {
                Optional<String> answer = shell.progress().prediction(lab, prediction.id());
                if (answer.isEmpty()) continue;
                Optional<Forecast.Compared> compared = Forecast.compare(prediction, answer.get(), run);
                if (compared.isEmpty()) continue;
                Forecast.Compared c = compared.get();
                if (c.outcome() != null) shell.progress().judge(lab, prediction.id(), c.outcome());
                rows.add(List.of(prediction.id(), c.answered(), c.measured(), c.outcome() == null ? "" : c.outcome().toString()));
            }
            if (rows.isEmpty()) return;
            Screen screen = shell.screen();
            screen.blank();
            screen.line("  " + screen.ink().strong("Your predictions"));
            Table table = new Table("predictions", "Your predictions",
                    List.of(new Column("question", Unit.TEXT), new Column("you", Unit.TEXT), new Column("measured", Unit.TEXT),
                            new Column("verdict", Unit.TEXT)),
                    rows, null);
            for (String line : TextTable.lines(table, screen.width() - 2)) screen.line("  " + line);
        }

        private static void afterwards(Shell shell, Visit visit, Run run) {
            Screen screen = shell.screen();
            screen.blank();
            String folder = shell.session().runs().folderOf(run.id()).toString();
            for (String text : Wrap.hanging("  Record: ", folder, screen.width())) screen.line(screen.ink().dim(text));
            boolean several = shell.session().runs().ids().stream()
                            .filter(id -> id.contains("-" + visit.lab().number() + "-"))
                            .limit(2)
                            .count() > 1;
            String next = (several ? "compare  beside the run before it     " : "") + "next  go on     set  the knobs";
            for (String text : Wrap.hanging("  ", next, screen.width())) screen.line(screen.ink().dim(text));
        }

        @Override
        public List<Suggestion> complete(List<String> before, Shell shell) {
            List<Suggestion> all = new ArrayList<>(knobs(shell, "="));
            for (Suggestion knob : List.copyOf(all)) {
                String name = knob.value().substring(0, knob.value().length() - 1);
                all.addAll(values(shell, name, name + "="));
            }
            all.add(new Suggestion("--quick", "smaller settings that still show the shape"));
            return all;
        }
    }

    private record Set() implements ShellCommand {
        @Override
        public String name() {
            return "set";
        }

        @Override
        public Group group() {
            return Group.EXPERIMENT;
        }

        @Override
        public String summary() {
            return "show the knobs, or turn one for the runs to come";
        }

        @Override
        public String usage() {
            return "[NAME [VALUE | default]]";
        }

        @Override
        public List<String> examples() {
            return List.of("set max-pool-size 10", "set max-pool-size default");
        }

        @Override
        public void run(String line, Shell shell) {
            Visit visit = shell.visitOrComplain();
            String[] parts = line.isEmpty() ? new String[0] : line.split("[\\s=]+", 2);
            if (parts.length == 2) turn(shell, visit, parts[0], parts[1].strip());
            else if (parts.length == 1) knob(shell, visit, parts[0]);
            else for (Parameter<?> parameter : visit.experiment().parameters()) knob(shell, visit, parameter.name());
        }

        private static void turn(Shell shell, Visit visit, String name, String value) {
            String before = visit.turned().get(name);
            if (value.equals("default")) visit.turned().remove(name);
            else visit.turned().put(name, value);
            try {
                visit.settings(false);
                knob(shell, visit, name);
            } catch (BadInput e) {
                visit.turned().remove(name);
                if (before != null) visit.turned().put(name, before);
                throw e;
            }
        }

        private static void knob(Shell shell, Visit visit, String name) {
            Parameter<?> parameter = visit.parameter(name).orElseThrow(() -> BadInput.unknown(
                    "setting", name, visit.experiment().parameters().stream().<String>map(Parameter::name).toList()));
            Setting now = visit.settings(false).list().stream()
                    .filter(setting -> setting.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            Screen screen = shell.screen();
            String value = screen.ink().strong(String.valueOf(now.value()));
            String standard = now.why() != null
                    ? "default " + now.standard() + ", here " + now.value() + ": " + now.why()
                    : now.value().equals(now.standard()) ? "default" : "default " + now.standard();
            screen.line(String.format("  %-16s %s  (%s)", name, value, standard));
            for (String text : Wrap.hanging(" ".repeat(19), parameter.help() + ": " + parameter.kind().range(), screen.width()))
                screen.line(screen.ink().dim(text));
        }

        @Override
        public List<Suggestion> complete(List<String> before, Shell shell) {
            if (before.isEmpty()) return knobs(shell, "");
            List<Suggestion> all = new ArrayList<>(values(shell, before.getFirst(), ""));
            all.add(new Suggestion("default", "as it was"));
            return all;
        }
    }

    private record Runs() implements ShellCommand {
        private static final int SHOWN = 20;

        @Override
        public String name() {
            return "runs";
        }

        @Override
        public Group group() {
            return Group.EXPERIMENT;
        }

        @Override
        public String summary() {
            return "list past runs, the newest first";
        }

        @Override
        public List<String> examples() {
            return List.of("runs", "show 2");
        }

        @Override
        public void run(String line, Shell shell) {
            var store = shell.session().runs();
            List<String> ids = store.ids();
            List<Run> newest = ids.stream().limit(SHOWN).map(store::read).toList();
            RunList.print(newest, ids.size(), shell.screen());
        }
    }

    private record Compare() implements ShellCommand {
        @Override
        public String name() {
            return "compare";
        }

        @Override
        public Group group() {
            return Group.EXPERIMENT;
        }

        @Override
        public String summary() {
            return "put two runs side by side";
        }

        @Override
        public String usage() {
            return "[LEFT RIGHT]";
        }

        @Override
        public String help() {
            return "Puts two runs side by side: the settings that differ, the figures, the claims. Without words: the last two.";
        }

        @Override
        public List<String> examples() {
            return List.of("compare", "compare 3 1");
        }

        @Override
        public void run(String line, Shell shell) {
            List<String> words = line.isEmpty() ? List.of("2", "1") : ShellCommand.words(line);
            if (words.size() != 2) throw new BadInput("compare takes two runs", "For example: compare 2 1. All runs: runs");
            var store = shell.session().runs();
            new Comparison(store.load(words.getFirst()), store.load(words.getLast())).print(shell.screen());
        }

        @Override
        public List<Suggestion> complete(List<String> before, Shell shell) {
            return before.size() < 2 ? runs(shell) : List.of();
        }
    }
}
