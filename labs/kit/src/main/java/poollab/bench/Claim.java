package poollab.bench;

import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A statement that every run checks. It compares figures within one run (a ratio, a count, an error code), so that it
 * holds on a slow laptop and on a busy machine alike.
 *
 * @param id unique within the lab; texts refer to it
 * @param text the statement, for these settings
 * @param applies for which settings it must hold
 * @param check judges it from the run's evidence
 */
public record Claim(
        String id, Function<Settings, String> text, Predicate<Settings> applies, Function<Evidence, Verdict> check) {

    public static Claim when(
            Predicate<Settings> applies, String id, Function<Settings, String> text, Function<Evidence, Verdict> check) {
        return new Claim(id, text, applies, check);
    }

    /** Of a run that broke off: half the evidence proves nothing. */
    Judgement leftOpen(Settings settings) {
        if (!applies.test(settings)) return notApplicable(settings);
        return new Judgement(id, text.apply(settings), Verdict.Answer.UNCLEAR, "the run broke off");
    }

    private Judgement notApplicable(Settings settings) {
        return new Judgement(id, text.apply(settings), Verdict.Answer.NOT_APPLICABLE, "other settings");
    }

    Judgement judge(Evidence evidence) {
        if (!applies.test(evidence.settings())) return notApplicable(evidence.settings());
        String statement = text.apply(evidence.settings());
        Verdict verdict;
        try {
            verdict = check.apply(evidence);
        } catch (Evidence.NotMeasured e) {
            verdict = Verdict.unclear(e.getMessage());
        }
        return new Judgement(id, statement, verdict.answer(), verdict.measured());
    }
}
