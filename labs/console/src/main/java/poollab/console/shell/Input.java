package poollab.console.shell;

/** Where the learner's lines come from. */
interface Input extends AutoCloseable {
    /**
     * The next line.
     *
     * @return null at the end of the input
     * @throws Interrupted when the learner pressed Ctrl-C at the prompt
     */
    String read(String prompt);

    /**
     * The rest of something that goes on over several lines.
     *
     * @param more whether the text so far needs another line
     * @return the first line and those after it; null at the end of the input
     */
    default String readMore(String prompt, String first, java.util.function.Predicate<String> more) {
        String text = first;
        while (more.test(text)) {
            String line = read(prompt);
            if (line == null) return null;
            text = text + "\n" + line;
        }
        return text;
    }

    /** Whether a person answers: only then are questions asked that a script would not expect. */
    boolean interactive();

    @Override
    void close();

    /** Ctrl-C at the prompt: the line is given up. */
    final class Interrupted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Interrupted() {
            super(null, null, false, false);
        }
    }
}
