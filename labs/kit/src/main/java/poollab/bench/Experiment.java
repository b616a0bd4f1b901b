package poollab.bench;

import java.util.List;
import java.util.Map;

/** One reproducible experiment: parameters in, observations out, claims about them. */
public interface Experiment {
    /** The knobs, in the order a learner meets them. */
    List<Parameter<?>> parameters();

    /** What must hold, and when. Judged after the run, from its observations alone. */
    List<Claim> claims();

    /**
     * Does it, on real things lent by the bench. An exception ends the run: claims about what was not measured by then
     * are unclear.
     */
    void run(Settings settings, Bench bench) throws Exception;

    /** What a learner takes along: contents by file name. They are put into the run's folder, beside its record. */
    default Map<String, String> files() {
        return Map.of();
    }
}
