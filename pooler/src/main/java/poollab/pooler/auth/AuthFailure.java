package poollab.pooler.auth;

/**
 * A login that ends here. The message is for the log, printable and free of secrets; the other side never sees it, so
 * that it cannot tell an unknown user from a wrong password.
 */
public final class AuthFailure extends Exception {
    // Anybody can cause these before being known: without a stack they cost little.
    public AuthFailure(String message) {
        super(message, null, false, false);
    }

    /** What a peer wrote, made safe for a log: printable ASCII, other characters as {@code ?}, at most 100 of them. */
    static String printable(String text) {
        String ascii = text.replaceAll("[^\\x20-\\x7E]", "?");
        return ascii.length() > 100 ? ascii.substring(0, 100) + "…" : ascii;
    }
}
