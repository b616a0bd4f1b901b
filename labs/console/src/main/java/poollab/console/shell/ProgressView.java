package poollab.console.shell;

import java.io.IOException;
import poollab.course.Catalogue;
import poollab.course.Lab;
import poollab.course.ProgressBook;
import poollab.course.ProgressBook.Outcome;
import poollab.report.Screen;

/** What a learner has done, and how well they foresee. */
public final class ProgressView {
    private ProgressView() {}

    public static void print(Catalogue catalogue, ProgressBook book, Screen screen) throws IOException {
        for (Lab lab : catalogue.labs()) {
            String state = book.finished(lab.number())
                    .map(day -> "done on " + day)
                    .or(() -> step(book, lab))
                    .orElse("not begun");
            screen.line(String.format("  %s %-14s %s", lab.number(), lab.name(), state));
        }
        long right = book.count(Outcome.RIGHT, null);
        long close = book.count(Outcome.CLOSE, null);
        long wrong = book.count(Outcome.WRONG, null);
        long all = right + close + wrong;
        screen.blank();
        if (all == 0) screen.line("  Predictions: none measured yet. They are asked before each run.");
        else screen.line("  Predictions: " + all + " measured, " + right + " right, " + close + " close, " + wrong
                + " wrong (" + Math.round(100.0 * right / all) + " % right).");
    }

    private static java.util.Optional<String> step(ProgressBook book, Lab lab) {
        try {
            return book.step(lab.number()).map(step -> "at step " + step);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
