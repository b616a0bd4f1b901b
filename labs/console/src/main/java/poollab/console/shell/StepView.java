package poollab.console.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import poollab.bench.Judgement;
import poollab.bench.Run;
import poollab.bench.Verdict.Answer;
import poollab.course.Block;
import poollab.course.Prediction;
import poollab.course.Span;
import poollab.course.Step;
import poollab.report.Ink;
import poollab.report.Wrap;

/** A step of a lab's text as lines for the screen. */
final class StepView {
    private static final String INDENT = "  ";
    private static final int WIDEST_TEXT = 88;

    private final Ink ink;
    private final int width;
    private final Verbosity verbosity;
    private final Optional<Run> lastRun;
    private final List<String> lines = new ArrayList<>();

    /** @param lastRun of this lab by this learner: its verdicts stand beside the claims */
    StepView(Ink ink, int width, Verbosity verbosity, Optional<Run> lastRun) {
        this.ink = ink;
        this.width = Math.min(width, WIDEST_TEXT);
        this.verbosity = verbosity;
        this.lastRun = lastRun;
    }

    List<String> lines(Step step) {
        blocks(step.blocks(), INDENT);
        return lines;
    }

    private void blocks(List<Block> blocks, String indent) {
        for (Block block : blocks) {
            int before = lines.size();
            block(block, indent);
            if (lines.size() > before) lines.add("");
        }
    }

    private void block(Block block, String indent) {
        boolean text = verbosity != Verbosity.CONCISE;
        switch (block) {
            case Block.Paragraph paragraph when text -> wrap(indent, words(paragraph.text()));
            case Block.Code code when text -> code(code, indent);
            case Block.Items items when text -> items(items, indent);
            case Block.Grid grid when text -> grid(grid, indent);
            case Block.Aside aside -> aside(aside, indent);
            case Block.RunIt run -> lines.add(indent + ink.strong("→ run") + settings(run.settings()));
            case Block.ClaimOf claim -> claim(claim, indent);
            case Block.Vary vary -> {
                lines.add(indent + ink.strong("→ run" + settings(vary.settings())));
                wrap(indent + "  ", words(vary.text()));
            }
            case Block.Exercise exercise -> wrap(indent, "Exercise " + exercise.ref() + ": " + words(exercise.text()));
            // Asked one by one, not read.
            case Block.Predict predict -> {}
            default -> {}
        }
    }

    private void wrap(String indent, String text) {
        lines.addAll(Wrap.hanging(indent, text, width));
    }

    private void code(Block.Code code, String indent) {
        String title = code.title() == null ? code.source() : code.title();
        if (title != null) lines.add(indent + ink.dim(title));
        for (String line : code.text().stripTrailing().split("\n", -1)) codeLine(line, indent + "│ ");
    }

    /** A line of code too long for the screen goes on below, indented a little more. */
    private void codeLine(String line, String margin) {
        int room = width - margin.length();
        if (line.length() <= room) {
            lines.add((margin + line).stripTrailing());
            return;
        }
        int indent = line.length() - line.stripLeading().length();
        int cut = line.lastIndexOf(' ', room);
        if (cut <= indent) cut = room;
        lines.add((margin + line.substring(0, cut)).stripTrailing());
        codeLine(" ".repeat(Math.min(indent + 4, room / 2)) + line.substring(cut).stripLeading(), margin);
    }

    private void items(Block.Items items, String indent) {
        int number = 1;
        for (List<Span> item : items.items()) {
            String mark = items.numbered() ? number++ + ". " : "• ";
            wrap(indent + mark, words(item));
        }
    }

    private void grid(Block.Grid grid, String indent) {
        if (grid.title() != null) lines.add(indent + ink.strong(grid.title()));
        List<List<String>> cells = new ArrayList<>();
        if (!grid.header().isEmpty()) cells.add(grid.header().stream().map(StepView::words).toList());
        for (List<List<Span>> row : grid.rows()) cells.add(row.stream().map(StepView::words).toList());
        lines.addAll(TextGrid.lines(cells, indent, width));
    }

    private void aside(Block.Aside aside, String indent) {
        if (verbosity != Verbosity.TEACH && !aside.kind().equals("incident")) return;
        String heading = switch (aside.kind()) {
            case "incident" -> "Incident";
            case "seen" -> "Seen in the wild";
            case "tip" -> "Tip";
            case "warning" -> "Warning";
            default -> "Note";
        };
        String title = aside.title() == null ? heading : heading + ": " + aside.title();
        lines.add(indent + ink.strong(title));
        int before = lines.size();
        blocks(aside.blocks(), indent + "  ");
        while (lines.size() > before && lines.getLast().isBlank()) lines.removeLast();
    }

    private void claim(Block.ClaimOf reference, String indent) {
        Optional<Judgement> claim = lastRun.stream()
                .flatMap(run -> run.claims().stream())
                .filter(judgement -> judgement.id().equals(reference.id()))
                .filter(judgement -> judgement.verdict() != Answer.NOT_APPLICABLE)
                .findFirst();
        if (claim.isEmpty()) {
            lines.add(indent + ink.dim("claim " + reference.id() + ": your last run does not answer it yet"));
            return;
        }
        Judgement judgement = claim.get();
        String word = switch (judgement.verdict()) {
            case HELD -> "held";
            case NOT_HELD -> "NOT HELD";
            default -> "unclear";
        };
        wrap(indent + word + " in your run: ", judgement.text() + " (" + judgement.measured() + ")");
    }

    static String settings(Map<String, String> settings) {
        return settings.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(e -> " " + e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining());
    }

    /** A run of text without its markup. */
    static String words(List<Span> spans) {
        return spans.stream()
                .map(span -> switch (span) {
                    case Span.Words words -> words.text();
                    case Span.Link link -> link.text().equals(link.url()) ? link.url() : link.text() + " (" + link.url() + ")";
                    case Span.Measured measured -> measured.recorded();
                    case Span.Cited cited -> cited.text() + " (" + cited.source() + ")";
                })
                .collect(Collectors.joining());
    }

    /** A question with its answers, for the screen. */
    static List<String> question(Prediction prediction, int width) {
        List<String> lines = new ArrayList<>(Wrap.hanging(INDENT, words(prediction.question()), width));
        if (prediction instanceof Prediction.Choice choice) {
            char letter = 'a';
            for (Prediction.Option option : choice.options())
                lines.addAll(Wrap.hanging(INDENT + "  " + letter++ + ") ", words(option.text()), width));
        }
        return lines;
    }
}
