package poollab.labs.prepared;

import java.util.Map;

/**
 * What came back.
 *
 * @param severity ERROR or FATAL; empty where nothing failed
 * @param state the SQLSTATE
 * @param text the error's words, or the first value of the answer
 */
record Reply(String severity, String state, String text) {
    static Reply of(String value) {
        return new Reply("", "", value);
    }

    static Reply of(Map<Character, String> error) {
        return new Reply(error.get('S'), error.get('C'), error.get('M'));
    }

    boolean failed() {
        return !severity.isEmpty();
    }

    boolean fatal() {
        return severity.equals("FATAL");
    }
}
