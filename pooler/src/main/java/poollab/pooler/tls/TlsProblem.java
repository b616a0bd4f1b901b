package poollab.pooler.tls;

/** TLS cannot be set up from these settings. The message is one line: which setting, what is wrong, what to do. */
public final class TlsProblem extends Exception {
    private static final long serialVersionUID = 1L;

    TlsProblem(String message) {
        super(message);
    }
}
