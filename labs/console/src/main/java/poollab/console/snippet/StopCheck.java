package poollab.console.snippet;

/** Woven into the snippets' loops and methods, so that one without end can be stopped. Public because they call it. */
public final class StopCheck {
    private static volatile boolean stopping;

    private StopCheck() {}

    /** Not an exception, so that {@code catch (Exception e)} does not swallow it; without a stack, which nobody reads. */
    static final class Stopped extends Error {
        Stopped() {
            super("stopped", null, false, false);
        }
    }

    /** Called by snippets before each jump back. */
    public static void check() {
        if (stopping) throw new Stopped();
    }

    /** From now on every snippet's thread stops at its next check; until it is called with false. */
    static void stop(boolean on) {
        stopping = on;
    }
}
