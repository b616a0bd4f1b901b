package poollab.console.shell;

import java.util.List;
import poollab.course.Block;
import poollab.course.Prediction;
import poollab.report.Screen;
import poollab.report.Wrap;

/** What a learner may look at when a step does not speak to them. */
final class Hints {
    private Hints() {}

    static void show(Shell shell, Visit visit) {
        Screen screen = shell.screen();
        boolean any = false;
        for (Block block : visit.step().blocks()) {
            String hint = hint(block, visit);
            if (hint == null) continue;
            any = true;
            for (String line : Wrap.hanging("  ", hint, screen.width())) screen.line(line);
        }
        if (!any) screen.line("  Nothing to do here but read. Go on: next");
    }

    private static String hint(Block block, Visit visit) {
        return switch (block) {
            case Block.Predict(Prediction.Number number) ->
                "“" + number.id() + "” is answered by the figure " + number.figure() + " of the run.";
            case Block.Predict(Prediction.Choice choice) -> {
                List<String> claims = choice.options().stream()
                        .map(Prediction.Option::claim)
                        .filter(java.util.Objects::nonNull)
                        .toList();
                yield "“" + choice.id() + "” is answered by " + (claims.size() == 1 ? "the claim " : "one of the claims ")
                        + String.join(", ", claims) + ".";
            }
            case Block.Predict(Prediction.Free free) ->
                "“" + free.id() + "” has no letter to pick: write what you expect. The claim " + free.claim() + " stands beside it.";
            case Block.RunIt run -> "Type run. Its knobs: set. To change one: set name value.";
            case Block.Vary vary -> "Try: run" + StepView.settings(vary.settings()) + "  and then: compare";
            case Block.ClaimOf claim -> "The claim " + claim.id() + " is judged by every run it applies to: show latest";
            default -> null;
        };
    }
}
