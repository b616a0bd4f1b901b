package poollab.load;

/** Follows a load as it goes, on the thread that runs it. */
@FunctionalInterface
public interface LoadListener {
    LoadListener NONE = second -> {};

    /** The warm-up is over. */
    default void counting() {}

    void passed(Second second);
}
