package poollab.engine;

/**
 * This machine cannot do what was asked: no binaries for its platform, no free port, no room on the disk, a server
 * that died. The message says what happened, with figures; the advice says what to do next. Exit code 4.
 */
public final class EnvironmentMissing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String advice;

    /**
     * @param message what happened, with the figures and the likely cause; one or two sentences
     * @param advice the next command or step, as a sentence
     */
    public EnvironmentMissing(String message, String advice) {
        this(message, advice, null);
    }

    public EnvironmentMissing(String message, String advice, Throwable cause) {
        super(message, cause);
        this.advice = advice;
    }

    /** What to do next. */
    public String advice() {
        return advice;
    }
}
