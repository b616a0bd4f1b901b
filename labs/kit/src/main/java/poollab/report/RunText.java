package poollab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import poollab.bench.Judgement;
import poollab.bench.Observation;
import poollab.bench.Observation.Curves;
import poollab.bench.Observation.Event;
import poollab.bench.Observation.Figure;
import poollab.bench.Observation.Histogram;
import poollab.bench.Observation.Series;
import poollab.bench.Observation.Table;
import poollab.bench.Run;
import poollab.bench.RunHeader;
import poollab.bench.RunListener;
import poollab.bench.Setting;
import poollab.bench.Verdict.Answer;
import poollab.bench.Words;

/** Tells a run line by line as it happens: events, then figures, then claims. The same on a terminal and in a pipe. */
public final class RunText implements RunListener {
    private static final String SLOTS = "slots";
    private static final String STATES = "session-states";
    /** Columns for a figure's title and its dots. */
    private static final int LABEL = 52;

    /** Columns kept for its value. */
    private static final int VALUE = 12;

    private final Screen screen;
    private final Ink ink;
    private final boolean full;
    private final Loads loads = new Loads();
    private Map<String, Double> slots;
    private Map<String, Double> states;
    private final LoadLine load = new LoadLine();
    private final Dashboard dashboard = new Dashboard();
    private final List<Figure> figures = new ArrayList<>();
    private boolean inEvents;

    public RunText(Screen screen) {
        this(screen, false);
    }

    /** @param full whether all is told that was seen of each load, not its row in a table only */
    private RunText(Screen screen, boolean full) {
        this.screen = screen;
        this.ink = screen.ink();
        this.full = full;
    }

    /**
     * Tells a past run from its record.
     *
     * @param full whether all is told that was seen of each load
     */
    public static void replay(Run run, Screen screen, boolean full) {
        RunText text = new RunText(screen, full);
        text.started(new RunHeader(
                run.lab(), run.name(), run.title(), run.startedAt(), run.seed(), run.quick(), run.settingDetails(),
                run.environment()));
        run.observations().forEach(text::observed);
        text.judged(run.claims());
        text.ended(run);
    }

    @Override
    public void started(RunHeader header) {
        String name = "Lab " + header.lab() + " " + header.name();
        List<String> title = Wrap.hanging(name + " · ", header.title(), screen.width());
        screen.line(ink.strong(name) + title.getFirst().substring(name.length()));
        title.stream().skip(1).forEach(screen::line);
        List<String> settings = header.settings().stream().map(Setting::describe).toList();
        for (String line : Wrap.hanging("  ", String.join(" · ", settings), screen.width())) screen.line(line);
        var on = header.environment();
        String where = String.format(
                Locale.ROOT, "%s, %s, ready in %,.0f ms · %d cores · seed %d%s", on.server(), on.engine(),
                on.engineReadyMs(), on.cores(), header.seed(), header.quick() ? " · quick" : "");
        for (String line : Wrap.hanging("  ", where, screen.width())) screen.line(ink.dim(line));
    }

    @Override
    public void sampled(String series, Map<String, Double> values) {
        switch (series) {
            case SLOTS -> slots = values;
            case STATES -> states = values;
            case Dashboard.SERIES -> dashboard.add(System.nanoTime() / 1e6, values);
            default -> {
                if (!load.sampled(series, values)) return;
            }
        }
        passing();
    }

    /** The client's side and the server's, one above the other. */
    private void passing() {
        List<String> lines = new ArrayList<>();
        if (slots != null) lines.add("             pool  " + PoolBar.of(slots));
        if (states != null) lines.add("           server  " + sessions(states));
        load.text().ifPresent(text -> lines.add("             load  " + text));
        lines.addAll(dashboard.lines(screen.width() - 1));
        screen.passing(lines.toArray(String[]::new));
    }

    private static String sessions(Map<String, Double> states) {
        String counts = states.entrySet().stream()
                .filter(state -> state.getValue() > 0)
                .map(state -> state.getValue().intValue() + " " + state.getKey())
                .collect(Collectors.joining(", "));
        return counts.isEmpty() ? "no session" : counts;
    }

    @Override
    public void observed(Observation observation) {
        if (loads.took(observation) && !full) return;
        switch (observation) {
            case Event event -> event(event);
            // All together at the end, where a learner can compare them.
            case Figure figure -> figures.add(figure);
            case Table table -> table(table);
            case Histogram histogram -> histogram(histogram);
            case Curves curves -> curves(curves);
            // Others are shown while they grow, and as a chart in the run's folder.
            case Series series when series.id().equals(Dashboard.SERIES) -> dashboard.show(series);
            case Series _ -> {}
        }
        if (observation instanceof Event) passing();
        inEvents = observation instanceof Event || inEvents && observation instanceof Figure;
    }

    private void event(Event event) {
        if (!inEvents) screen.blank();
        String[] parts = event.text().split("\n", 2);
        String head = String.format(Locale.ROOT, "%7.3f s  %-12s ", event.atMs() / 1_000, event.actor());
        String word = switch (event.outcome()) {
            case OK -> ink.good("ok    ");
            case FAILED -> ink.bad("FAILED");
            case NOTE -> "      ";
        };
        boolean note = event.outcome() == Observation.Outcome.NOTE;
        String first = head + word + " ";
        int indent = head.length() + 7;
        if (note) {
            for (String line : Wrap.hanging(head, event.text(), screen.width())) screen.line(line);
            return;
        }
        String bar = slots == null ? "" : "  " + PoolBar.of(slots);
        String text = String.format("%-12s", parts[0]);
        boolean fits = indent + text.length() + bar.length() <= screen.width();
        if (fits) screen.line((first + text + bar).stripTrailing());
        else {
            List<String> lines = Wrap.hanging(" ".repeat(indent), parts[0], screen.width());
            screen.line(first + lines.getFirst().substring(indent));
            lines.stream().skip(1).forEach(screen::line);
        }
        if (parts.length > 1)
            for (String line : Wrap.hanging("           ", parts[1], screen.width())) screen.line(line);
    }

    private void figures() {
        if (!loads.isEmpty()) table(loads.table(figures));
        if (!full) figures.removeIf(loads::own);
        if (figures.isEmpty()) return;
        screen.blank();
        screen.line("  " + ink.strong("Figures"));
        List<Figure> compared = figures.stream().filter(figure -> figure.of() != null).toList();
        boolean first = true;
        for (Table table : SideBySide.tables(compared)) {
            if (!first) screen.blank();
            first = false;
            for (String line : TextTable.lines(table, screen.width() - 2)) screen.line("  " + line);
        }
        figures.stream().filter(figure -> figure.of() == null).forEach(this::figure);
        figures.clear();
    }

    private void figure(Figure figure) {
        int dots = Math.min(LABEL, screen.width() - VALUE) - figure.title().length();
        screen.line("  " + figure.title() + " " + ink.dim("·".repeat(Math.max(2, dots))) + " " + figure.formatted());
    }

    private void table(Table table) {
        screen.blank();
        screen.line("  " + ink.strong(table.title()));
        for (String line : TextTable.lines(table, screen.width() - 2)) screen.line("  " + line);
    }

    private void curves(Curves curves) {
        screen.blank();
        screen.line("  " + ink.strong(curves.title()));
        for (String line : CurveText.lines(curves, screen.width() - 2)) screen.line("  " + line);
    }

    private void dashboard() {
        if (dashboard.isEmpty()) return;
        screen.blank();
        screen.line("  " + ink.strong("Dashboard") + ink.dim(": from the first scrape to the last; latest, highest"));
        for (String line : dashboard.lines(screen.width() - 2)) screen.line("  " + line);
    }

    private void histogram(Histogram h) {
        screen.blank();
        screen.line("  " + ink.strong(h.title()));
        String text = String.format(
                Locale.ROOT, "%,d times · p50 %.2f ms · p95 %.2f ms · p99 %.2f ms · max %.2f ms", h.count(), h.p50(),
                h.p95(), h.p99(), h.max());
        for (String line : Wrap.hanging("  ", text, screen.width())) screen.line(line);
    }

    @Override
    public void judged(List<Judgement> judgements) {
        dashboard();
        figures();
        boolean anyDecided = judgements.stream()
                .anyMatch(claim -> claim.verdict() == Answer.HELD || claim.verdict() == Answer.NOT_HELD);
        if (!anyDecided) return;
        screen.blank();
        screen.line(ink.strong("Claims"));
        for (Judgement claim : judgements) if (claim.verdict() != Answer.NOT_APPLICABLE) claim(claim);
    }

    private void claim(Judgement claim) {
        String word = switch (claim.verdict()) {
            case HELD -> ink.good("held     ");
            case NOT_HELD -> ink.bad("NOT HELD ");
            case UNCLEAR -> ink.warning("unclear  ");
            case NOT_APPLICABLE -> "";
        };
        String blank = " ".repeat(11);
        List<String> lines = Wrap.hanging(blank, claim.text() + " (" + claim.measured() + ")", screen.width());
        screen.line("  " + word + lines.getFirst().substring(blank.length()));
        for (String line : lines.subList(1, lines.size())) screen.line(line);
    }

    @Override
    public void ended(Run run) {
        screen.blank();
        if (run.ending() != Run.Ending.COMPLETED) {
            String why = run.reason() + ". What was measured by then is kept.";
            List<String> lines = Wrap.hanging("The run broke off: ", why, screen.width());
            lines.forEach(screen::line);
        }
        screen.line(summary(run));
    }

    /** {@code All 5 claims hold.} or {@code Of 5 claims: 3 held, 2 unclear.} */
    public static String summary(Run run) {
        long held = run.count(Answer.HELD);
        long judged = held + run.count(Answer.NOT_HELD) + run.count(Answer.UNCLEAR);
        if (judged == 0) return "No claim applies to these settings.";
        if (run.ending() != Run.Ending.COMPLETED) return Words.count(judged, "claim") + " left open.";
        if (held == judged) return "All " + judged + " claims hold.";
        StringBuilder text = new StringBuilder();
        append(text, run.count(Answer.HELD), "held");
        append(text, run.count(Answer.NOT_HELD), "not held");
        append(text, run.count(Answer.UNCLEAR), "unclear");
        return "Of " + judged + " claims: " + text + ".";
    }

    private static void append(StringBuilder text, long number, String word) {
        if (number == 0) return;
        text.append(text.isEmpty() ? "" : ", ").append(number).append(' ').append(word);
    }
}
