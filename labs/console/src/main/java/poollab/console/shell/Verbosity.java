package poollab.console.shell;

/** How much the console says. */
enum Verbosity {
    /** Everything: the text, its asides, what to do next. */
    TEACH,
    /** The text without asides. */
    NORMAL,
    /** Headings, questions, runs and claims. */
    CONCISE
}
