package poollab.console.shell;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import poollab.bench.BadInput;
import poollab.course.Lab;
import poollab.course.Prediction;
import poollab.report.Screen;
import poollab.report.Wrap;

/** Commands that walk through a lab: start, next, back, show, predict, hint. */
final class WalkCommands {
    static final List<ShellCommand> ALL = List.of(new Start(), new Next(), new Back(), new Show(), new Predict(), new Hint());

    /** Rows of a step's heading with the blanks around it. */
    private static final int HEADING = 3;

    private WalkCommands() {}

    /** Shows the step the learner is on, asks its questions, and says what comes next. */
    static void showStep(Shell shell) throws Exception {
        showStep(shell, 0);
    }

    /** @param above rows of the screen already taken */
    private static void showStep(Shell shell, int above) throws Exception {
        Visit visit = shell.visitOrComplain();
        Screen screen = shell.screen();
        screen.blank();
        int left = visit.minutesLeft();
        screen.line(screen.ink().strong(visit.step().title())
                + screen.ink().dim("  " + visit.number() + "/" + visit.steps() + " · " + left + " min left"));
        screen.blank();
        Pages.show(shell, above + HEADING, new StepView(screen.ink(), screen.width(), shell.verbosity(), shell.lastRun()).lines(visit.step()));
        if (shell.input().interactive()) Predict.askOpen(shell, visit);
        if (shell.verbosity() == Verbosity.TEACH)
            for (String text : Wrap.hanging("  ", whatNext(visit), screen.width())) screen.line(screen.ink().dim(text));
    }

    private static String whatNext(Visit visit) {
        boolean runs = visit.step().blocks().stream().anyMatch(poollab.course.Block.RunIt.class::isInstance);
        if (runs) return "run  carry it out     next  go on     help  all commands";
        return visit.number() == visit.steps() ? "next  finish the lab     back  the step before" : "Enter or next  go on     back     help";
    }

    private static List<ShellCommand.Suggestion> labs(Shell shell) {
        return shell.catalogue().labs().stream()
                .map(lab -> new ShellCommand.Suggestion(lab.number(), lab.name() + ": " + lab.title()))
                .toList();
    }

    private record Start() implements ShellCommand {
        @Override
        public String name() {
            return "start";
        }

        @Override
        public Group group() {
            return Group.WALK;
        }

        @Override
        public String summary() {
            return "open a lab, where you left it";
        }

        @Override
        public String usage() {
            return "LAB [--again]";
        }

        @Override
        public String help() {
            return "Opens a lab and shows the step where you left it; with --again the first one. The database server starts"
                    + " while you read.";
        }

        @Override
        public List<String> examples() {
            return List.of("start 01", "start fragmentation --again");
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            List<String> words = ShellCommand.words(line);
            boolean again = words.contains("--again");
            Optional<String> name = words.stream().filter(word -> !word.startsWith("--")).findFirst();
            if (name.isEmpty()) throw new BadInput("start needs a lab", "For example: start 01. All labs: labs.");
            Lab lab = shell.catalogue().find(name.get());
            Visit visit = shell.open(lab);
            Screen screen = shell.screen();
            String heading = "Lab " + lab.number() + " " + lab.name();
            List<String> title = Wrap.hanging(heading + " · ", lab.title(), screen.width());
            screen.line(screen.ink().strong(heading) + title.getFirst().substring(heading.length()));
            title.stream().skip(1).forEach(screen::line);
            List<String> question = Wrap.hanging("  ", lab.question(), screen.width());
            question.forEach(screen::line);
            screen.line(screen.ink().dim("  " + visit.text().minutes(false) + " minutes; the short path takes "
                    + visit.text().minutes(true) + "."));
            if (again) while (visit.back()) shell.remember();
            else if (visit.number() > 1) 
                Wrap.hanging("  Going on at step " + visit.number() + ". ", "From the start: start " + lab.number() + " --again",
                        screen.width()).forEach(screen::line);
            shell.remember();
            showStep(shell, title.size() + question.size() + 1 + (visit.number() > 1 ? 1 : 0));
        }

        @Override
        public List<Suggestion> complete(List<String> before, Shell shell) {
            return before.isEmpty() ? labs(shell) : List.of(new Suggestion("--again", "from the first step"));
        }
    }

    private record Next() implements ShellCommand {
        @Override
        public String name() {
            return "next";
        }

        @Override
        public Group group() {
            return Group.WALK;
        }

        @Override
        public String summary() {
            return "go on to the next step (Enter does the same)";
        }

        @Override
        public String usage() {
            return "[--short]";
        }

        @Override
        public String help() {
            return "Goes on to the next step. With --short it passes over steps that are not on the five-minute path.";
        }

        @Override
        public List<String> examples() {
            return List.of("next", "next --short");
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            Visit visit = shell.visitOrComplain();
            boolean brief = ShellCommand.words(line).contains("--short");
            boolean moved = visit.next();
            while (moved && brief && !visit.step().brief()) moved = visit.next();
            if (moved) {
                shell.remember();
                showStep(shell);
            } else finish(shell, visit);
        }

        private static void finish(Shell shell, Visit visit) throws Exception {
            Lab lab = visit.lab();
            shell.progress().finish(lab.number(), LocalDate.now().toString());
            Screen screen = shell.screen();
            screen.line("Lab " + lab.number() + " is done.");
            List<Lab> labs = shell.catalogue().labs();
            int following = labs.indexOf(lab) + 1;
            if (following < labs.size())
                screen.line("The next one: start " + labs.get(following).number() + "  (" + labs.get(following).title() + ")");
            else screen.line("That was the last one. How you did: progress");
        }
    }

    private record Back() implements ShellCommand {
        @Override
        public String name() {
            return "back";
        }

        @Override
        public Group group() {
            return Group.WALK;
        }

        @Override
        public String summary() {
            return "go back to the step before";
        }

        @Override
        public List<String> examples() {
            return List.of("back", "b");
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            Visit visit = shell.visitOrComplain();
            if (!visit.back()) throw new BadInput("this is the first step", "Go on: next");
            shell.remember();
            showStep(shell);
        }
    }

    private record Show() implements ShellCommand {
        private static final String FULL = "--full";

        @Override
        public String name() {
            return "show";
        }

        @Override
        public Group group() {
            return Group.WALK;
        }

        @Override
        public String summary() {
            return "show this step again, or a past run";
        }

        @Override
        public String usage() {
            return "[RUN [--full]]";
        }

        @Override
        public List<String> examples() {
            return List.of("show", "show latest", "show latest --full");
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            List<String> words = new ArrayList<>(ShellCommand.words(line));
            boolean full = words.remove(FULL);
            if (words.size() > 1) throw new BadInput("show takes one run", "For example: show 2. All runs: runs");
            if (words.isEmpty() && !full) showStep(shell);
            else ExperimentCommands.showRun(shell, words.isEmpty() ? "latest" : words.getFirst(), full);
        }

        @Override
        public List<Suggestion> complete(List<String> before, Shell shell) {
            return before.isEmpty()
                    ? ExperimentCommands.runs(shell)
                    : List.of(new Suggestion(FULL, "all that was seen of each load"));
        }
    }

    private record Hint() implements ShellCommand {
        @Override
        public String name() {
            return "hint";
        }

        @Override
        public Group group() {
            return Group.WALK;
        }

        @Override
        public String summary() {
            return "say what to look at in this step";
        }

        @Override
        public List<String> examples() {
            return List.of("hint", "next");
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            Hints.show(shell, shell.visitOrComplain());
        }
    }

    /** Questions before the run. */
    private record Predict() implements ShellCommand {
        @Override
        public String name() {
            return "predict";
        }

        @Override
        public Group group() {
            return Group.WALK;
        }

        @Override
        public String summary() {
            return "answer this lab's questions before the run";
        }

        @Override
        public String usage() {
            return "[QUESTION ANSWER]";
        }

        @Override
        public String help() {
            return "Without words: asks the questions of this lab one by one; Enter skips one. With a question's name and an"
                    + " answer: keeps that answer. They are shown again beside the measurement.";
        }

        @Override
        public List<String> examples() {
            return List.of("predict", "predict first-failure 6");
        }

        @Override
        public void run(String line, Shell shell) throws Exception {
            Visit visit = shell.visitOrComplain();
            if (!line.isEmpty()) {
                String[] parts = line.split("\\s+", 2);
                keep(shell, visit, find(visit, parts[0]), parts.length > 1 ? parts[1] : "");
                return;
            }
            if (shell.input().interactive()) {
                ask(shell, visit, visit.predictions());
                return;
            }
            Screen screen = shell.screen();
            for (Prediction prediction : visit.predictions()) {
                StepView.question(prediction, screen.width()).forEach(screen::line);
                screen.line("    answer it: predict " + prediction.id() + " …");
            }
        }

        private static Prediction find(Visit visit, String id) {
            return visit.predictions().stream()
                    .filter(prediction -> prediction.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> BadInput.unknown(
                            "question", id, visit.predictions().stream().map(Prediction::id).toList()));
        }

        /** Asks the questions of the step that have no answer yet. */
        static void askOpen(Shell shell, Visit visit) throws Exception {
            List<Prediction> open = new java.util.ArrayList<>();
            for (Prediction prediction : Visit.predictions(visit.step()))
                if (shell.progress().prediction(visit.lab().number(), prediction.id()).isEmpty()) open.add(prediction);
            ask(shell, visit, open);
        }

        private static void ask(Shell shell, Visit visit, List<Prediction> predictions) throws Exception {
            Screen screen = shell.screen();
            for (Prediction prediction : predictions) {
                StepView.question(prediction, screen.width()).forEach(screen::line);
                while (true) {
                    String answer;
                    try {
                        answer = shell.input().read("  your answer (Enter skips): ");
                    } catch (Input.Interrupted e) {
                        return;
                    }
                    if (answer == null || answer.isBlank()) break;
                    Optional<String> refused = Forecast.refuse(prediction, answer);
                    if (refused.isEmpty()) {
                        shell.progress().predict(visit.lab().number(), prediction.id(), answer);
                        break;
                    }
                    screen.line("  Please " + refused.get() + ".");
                }
                screen.blank();
            }
        }

        private static void keep(Shell shell, Visit visit, Prediction prediction, String answer) throws Exception {
            Optional<String> refused = Forecast.refuse(prediction, answer);
            if (refused.isPresent())
                throw new BadInput("that is no answer to " + prediction.id(), "Please " + refused.get() + ".");
            shell.progress().predict(visit.lab().number(), prediction.id(), answer);
            shell.screen().line("  Kept. The measurement comes with: run");
        }

        @Override
        public List<Suggestion> complete(List<String> before, Shell shell) {
            if (!before.isEmpty() || shell.visit().isEmpty()) return List.of();
            return shell.visit().get().predictions().stream()
                    .map(prediction -> new Suggestion(prediction.id(), StepView.words(prediction.question())))
                    .toList();
        }
    }
}
