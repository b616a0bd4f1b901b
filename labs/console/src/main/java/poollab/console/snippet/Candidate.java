package poollab.console.snippet;

/**
 * One way to go on at the cursor.
 *
 * @param from where in the source its value begins: what stands between there and the cursor is replaced
 * @param value the identifier, with {@code (} or {@code ()} behind a method's
 * @param documentation signatures, one a line; empty where it would have cost too much
 */
public record Candidate(int from, String value, String documentation) {}
