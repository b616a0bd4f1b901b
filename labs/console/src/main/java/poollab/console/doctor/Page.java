package poollab.console.doctor;

import java.util.ArrayList;
import java.util.List;
import poollab.report.Ink;
import poollab.report.Wrap;

/** A diagnosis for people: a line each, the advice below it, the verdict last. */
record Page(Ink ink, int width) {
    private static final int STATUS = 9;
    private static final int NAME = 12;

    List<String> of(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>();
        for (Check check : diagnosis.checks()) add(lines, check);
        lines.add("");
        lines.addAll(verdict(diagnosis));
        return lines;
    }

    private void add(List<String> lines, Check check) {
        String status = check.status().toString();
        String first = pad(status, STATUS) + pad(check.name(), NAME);
        List<String> found = Wrap.hanging(first, ink.plain(check.found()), width);
        lines.add(colour(check) + found.getFirst().substring(status.length()));
        lines.addAll(found.subList(1, found.size()));
        if (!check.advice().isEmpty())
            lines.addAll(Wrap.hanging(" ".repeat(STATUS), ink.plain(check.advice()), width));
    }

    private String colour(Check check) {
        String status = check.status().toString();
        return switch (check.status()) {
            case OK -> ink.good(status);
            case WARNING -> ink.warning(status);
            case MISSING -> ink.bad(status);
        };
    }

    private List<String> verdict(Diagnosis diagnosis) {
        if (diagnosis.canRun()) return Wrap.hanging("", "Labs can run here. Begin: ./lab run 01", width);
        return Wrap.hanging("", "Labs cannot run here yet: mend PostgreSQL or LAB_HOME above, or start Docker.", width);
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }
}
