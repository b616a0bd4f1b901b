package poollab.bench;

/**
 * What is to be run.
 *
 * @param lab two digits
 * @param name the lab's short name
 * @param title a few words
 * @param quick whether the settings are those of the quick profile
 */
public record Plan(
        String lab, String name, String title, Experiment experiment, Settings settings, long seed, boolean quick) {}
