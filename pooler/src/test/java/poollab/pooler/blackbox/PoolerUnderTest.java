package poollab.pooler.blackbox;

import java.io.IOException;
import java.nio.file.Path;

/** A running pooler, whoever wrote it. */
interface PoolerUnderTest extends AutoCloseable {
    boolean isRunning();

    /** Ends it without asking its clients. */
    @Override
    void close();

    /** Whether it is PgBouncer: then tests of what PgBouncer itself gets wrong are left out. */
    static boolean isPeer() {
        return !System.getProperty("pooler.peer", "").isEmpty();
    }

    static PoolerUnderTest start(Path ini) throws IOException {
        return isPeer() ? PeerPooler.start(Path.of(System.getProperty("pooler.peer")), ini) : InProcessPooler.start(ini);
    }
}
