package poollab.console.shell;

import java.util.List;

/** What may be typed next at a prompt inside the console: SQL, Java. */
interface Suggester {
    /**
     * @param from where in the line the replaced part begins
     * @param value what stands there instead
     * @param about one line, may be empty
     */
    record Proposal(int from, String value, String about) {}

    /** @param cursor position in the line */
    List<Proposal> propose(String line, int cursor);
}
