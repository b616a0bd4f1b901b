package poollab.engine;

import java.util.Locale;

/** Where the database server runs: the {@code --engine} switch. */
public enum EngineKind {
    /** Started by the kit from packaged binaries, on loopback, for this session only. */
    EMBEDDED,
    /** Started by the kit in a container. */
    CONTAINER,
    /** The learner's own server. */
    EXTERNAL;

    /** The name as a learner types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
