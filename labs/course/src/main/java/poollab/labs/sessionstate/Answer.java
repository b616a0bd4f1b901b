package poollab.labs.sessionstate;

import java.util.List;

/**
 * What came back for one message with statements.
 *
 * @param state SQLSTATE of the first error, empty where nothing failed
 * @param text the error's words
 * @param values the first value of each row, in their order
 * @param heard payloads of notifications that came with it
 */
record Answer(String state, String text, List<String> values, List<String> heard) {
    static Answer error(String state, String text) {
        return new Answer(state, text, List.of(), List.of());
    }

    boolean failed() {
        return !state.isEmpty();
    }

    /** Of the first row; empty where there is none. */
    String first() {
        return values.isEmpty() ? "" : values.getFirst();
    }

    /** Of the last row; empty where there is none. */
    String last() {
        return values.isEmpty() ? "" : values.getLast();
    }
}
