package poollab.console;

import poollab.bench.Judgement;
import poollab.bench.Run;
import poollab.bench.Verdict.Answer;
import poollab.console.session.Session;

/** The claims of a quiet run that need attention. */
final class Verdicts {
    private Verdicts() {}

    static void print(Session session, Run run) {
        if (run.ending() != Run.Ending.COMPLETED) {
            session.out().println("The run broke off: " + run.reason() + ".");
            return;
        }
        for (Judgement claim : run.claims()) {
            boolean fine = claim.verdict() == Answer.HELD || claim.verdict() == Answer.NOT_APPLICABLE;
            if (!fine) session.out().println(claim.verdict() + ": " + claim.text() + " (" + claim.measured() + ")");
        }
    }
}
