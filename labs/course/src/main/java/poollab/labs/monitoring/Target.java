package poollab.labs.monitoring;

import java.util.List;
import poollab.monitoring.Sample;

/** Something that tells its metrics when asked. */
interface Target extends AutoCloseable {
    /** Its label {@code job}. */
    String job();

    /** @throws Exception when it does not answer */
    List<Sample> scrape() throws Exception;

    @Override
    default void close() {}
}
