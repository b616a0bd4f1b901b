package poollab.bench;

import java.util.Collection;

/** Something the learner typed cannot be used. The message is for them: what was given, what is possible. Exit code 3. */
public final class BadInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String advice;

    /**
     * @param message what is wrong, naming the text that was given
     * @param advice what can be given instead
     */
    public BadInput(String message, String advice) {
        super(message);
        this.advice = advice;
    }

    /** An unknown name, with the nearest known one. */
    public static BadInput unknown(String what, String given, Collection<String> known) {
        String guess = Nearest.to(given, known).map(near -> "Did you mean " + near + "? ").orElse("");
        return new BadInput("unknown " + what + ": " + given, guess + "Known: " + String.join(", ", known) + ".");
    }

    public String advice() {
        return advice;
    }
}
