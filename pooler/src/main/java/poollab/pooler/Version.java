package poollab.pooler;

/** What the pooler calls itself: tools read the version from the beginning, people the name at its end. */
public final class Version {
    public static final String TEXT = "PgBouncer 1.25.2 (Pool Lab pooler 0.1.0)";

    private Version() {}
}
