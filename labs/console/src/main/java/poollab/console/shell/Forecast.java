package poollab.console.shell;

import java.util.Optional;
import poollab.bench.Judgement;
import poollab.bench.Run;
import poollab.bench.Unit;
import poollab.bench.Verdict.Answer;
import poollab.course.Prediction;
import poollab.course.ProgressBook.Outcome;

/** A prediction beside what a run measured. */
final class Forecast {
    private Forecast() {}

    /**
     * @param answered the learner's answer, in words
     * @param measured what the run says, in words
     * @param outcome null for free text, which is not judged
     */
    record Compared(String answered, String measured, Outcome outcome) {}

    /** Whether an answer can be kept for this question; the reason when not. */
    static Optional<String> refuse(Prediction prediction, String answer) {
        return switch (prediction) {
            case Prediction.Choice choice -> index(choice, answer) >= 0
                    ? Optional.empty()
                    : Optional.of("answer with a letter from a to " + (char) ('a' + choice.options().size() - 1));
            case Prediction.Number number -> number(answer).isPresent()
                    ? Optional.empty()
                    : Optional.of("answer with a number");
            case Prediction.Free free -> answer.isBlank() ? Optional.of("answer with a few words") : Optional.empty();
        };
    }

    /** Empty when the run does not answer the question: other settings, or broken off. */
    static Optional<Compared> compare(Prediction prediction, String answer, Run run) {
        return switch (prediction) {
            case Prediction.Choice choice -> choice(choice, answer, run);
            case Prediction.Number number -> number(number, answer, run);
            case Prediction.Free free -> held(run, free.claim())
                    .map(claim -> new Compared(answer, claim.text() + " (" + claim.measured() + ")", null));
        };
    }

    private static Optional<Compared> choice(Prediction.Choice choice, String answer, Run run) {
        int index = index(choice, answer);
        if (index < 0) return Optional.empty();
        return choice.options().stream()
                .filter(option -> held(run, option.claim()).isPresent())
                .findFirst()
                .map(true_ -> new Compared(
                        StepView.words(choice.options().get(index).text()),
                        StepView.words(true_.text()),
                        true_.equals(choice.options().get(index)) ? Outcome.RIGHT : Outcome.WRONG));
    }

    private static Optional<Compared> number(Prediction.Number asked, String answer, Run run) {
        Optional<Double> guess = number(answer);
        return run.figure(asked.figure()).filter(f -> guess.isPresent()).map(figure -> {
            double off = Math.abs(guess.get() - figure.value());
            double allowed = Math.abs(figure.value()) * asked.tolerance();
            Outcome outcome = off <= allowed ? Outcome.RIGHT : off <= 2 * allowed ? Outcome.CLOSE : Outcome.WRONG;
            Unit unit = figure.unit();
            return new Compared(unit.format(guess.get()), unit.format(figure.value()), outcome);
        });
    }

    private static Optional<Judgement> held(Run run, String claim) {
        return run.claims().stream()
                .filter(judgement -> judgement.id().equals(claim) && judgement.verdict() == Answer.HELD)
                .findFirst();
    }

    private static int index(Prediction.Choice choice, String answer) {
        String letter = answer.strip().toLowerCase(java.util.Locale.ROOT);
        if (letter.length() != 1) return -1;
        int index = letter.charAt(0) - 'a';
        return index >= 0 && index < choice.options().size() ? index : -1;
    }

    /** The number an answer begins with: {@code 3000}, {@code 3,000 ms}, {@code 2.5}. */
    private static Optional<Double> number(String answer) {
        String digits = answer.strip().replaceAll("(?<=\\d),(?=\\d{3})", "").replaceAll("[^0-9.].*$", "");
        try {
            return digits.isEmpty() ? Optional.empty() : Optional.of(Double.parseDouble(digits));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
