package poollab.bench;

import java.util.List;
import java.util.Map;

/** Follows a run as it happens. Called on the threads that do the work, one at a time, in the order of events. */
public interface RunListener {
    RunListener NONE = new RunListener() {};

    /** The server is up and the experiment begins. */
    default void started(RunHeader header) {}

    /** An event, figure, table, series or histogram was observed. */
    default void observed(Observation observation) {}

    /** A figure of a series in the making has changed. */
    default void sampled(String series, Map<String, Double> values) {}

    /** The experiment is over and its claims are judged. */
    default void judged(List<Judgement> judgements) {}

    /** Everything is closed and the record is complete. */
    default void ended(Run run) {}
}
