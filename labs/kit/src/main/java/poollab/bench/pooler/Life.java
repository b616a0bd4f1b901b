package poollab.bench.pooler;

import java.io.IOException;
import java.nio.file.Path;

/** A pooler's program: in this process or in one of its own. */
interface Life extends AutoCloseable {
    /** Where its configuration lies, for as long as this is not closed. */
    Path folder();

    /** Starts it when it does not run, and does not wait until it is ready. */
    void start() throws IOException;

    /** Ends it at once, without a word to anybody. Its folder stays. */
    void kill();

    boolean running();

    /** The process it runs in. */
    long pid() throws IOException;

    /** Why it ended, as far as it said so elsewhere than in its log. */
    String lastWords();

    /** Ends it and removes its folder. */
    @Override
    void close() throws IOException;
}
