package poollab.pooler.config;

import java.util.Locale;

/** When a server connection goes back to its pool. */
public enum PoolMode {
    SESSION,
    TRANSACTION,
    STATEMENT;

    static final Domain.Choice CHOICE = Domain.Choice.of("session", "transaction", "statement");

    /** As written in the ini file and shown by the console. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
