package poollab.bench;

/**
 * What became of a claim in one run.
 *
 * @param measured the figures it was judged by; for {@code NOT_APPLICABLE} the reason
 */
public record Verdict(Answer answer, String measured) {
    public enum Answer {
        HELD("held"),
        NOT_HELD("not-held"),
        UNCLEAR("unclear"),
        NOT_APPLICABLE("not-applicable");

        private final String word;

        Answer(String word) {
            this.word = word;
        }

        /** As in records and on screen. */
        @Override
        public String toString() {
            return word;
        }
    }

    /** Held when the condition is true, else not held. */
    public static Verdict of(boolean condition, String measured) {
        return new Verdict(condition ? Answer.HELD : Answer.NOT_HELD, measured);
    }

    /** This machine does not tell what the claim is about. */
    public static Verdict notApplicable(String why) {
        return new Verdict(Answer.NOT_APPLICABLE, why);
    }

    /** It could not be decided, and why. */
    public static Verdict unclear(String why) {
        return new Verdict(Answer.UNCLEAR, why);
    }
}
