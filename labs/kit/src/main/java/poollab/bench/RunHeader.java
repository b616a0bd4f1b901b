package poollab.bench;

import java.time.Instant;
import java.util.List;

/**
 * What is known of a run before it begins.
 *
 * @param lab two digits
 * @param name the lab's short name
 * @param title what the lab is about, a few words
 * @param seed of the one random source
 */
public record RunHeader(
        String lab,
        String name,
        String title,
        Instant startedAt,
        long seed,
        boolean quick,
        List<Setting> settings,
        Environment environment) {}
