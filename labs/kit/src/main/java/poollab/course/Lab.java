package poollab.course;

import java.util.Map;
import java.util.function.Supplier;
import poollab.bench.Experiment;

/**
 * One lab of a course.
 *
 * @param number two digits
 * @param name one word, as typed
 * @param title what goes wrong, a few words
 * @param question what the learner will be able to answer
 * @param experiment makes a fresh one for each run
 * @param repair the settings that mend the default run
 */
public record Lab(
        String number,
        String name,
        String title,
        String question,
        Supplier<Experiment> experiment,
        Map<String, String> repair) {
    public Lab {
        repair = Map.copyOf(repair);
    }
}
