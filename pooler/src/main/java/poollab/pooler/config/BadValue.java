package poollab.pooler.config;

/** A value a setting cannot take. The message names the setting, the value and what is allowed. */
public final class BadValue extends Exception {
    private static final long serialVersionUID = 1L;

    BadValue(String message) {
        super(message, null, false, false);
    }
}
