package poollab.course;

import java.util.List;

/**
 * A lab's text, compiled from its {@code lab.adoc}: what the console shows and the book prints.
 *
 * @param lab two digits
 * @param name the lab's short name
 * @param title a few words
 * @param question the one a learner came with
 * @param steps in their order
 */
public record LabText(String lab, String name, String title, String question, List<Step> steps) {
    public LabText {
        steps = List.copyOf(steps);
    }

    /** Minutes of the whole path, or of the five-minute one. */
    public int minutes(boolean brief) {
        return steps.stream().filter(step -> step.brief() || !brief).mapToInt(Step::minutes).sum();
    }
}
