package poollab.load;

/** Follows a load as it goes, on the thread that runs it. */
@FunctionalInterface
public interface LoadListener {
    LoadListener NONE = second -> {};

    void passed(Second second);
}
