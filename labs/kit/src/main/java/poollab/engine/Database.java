package poollab.engine;

import java.util.Locale;

/** Which database server a lab runs on: the {@code db} knob. */
public enum Database {
    POSTGRESQL,
    SQLSERVER;

    /** The name as a learner types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
