package poollab.bench;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * A knob of an experiment.
 *
 * @param name as typed: lower case, words joined by hyphens
 * @param kind type and range
 * @param standard the default
 * @param help one line, without a full stop
 * @param quick the value of the quick profile, where it differs from the default
 * @param adaptation the default for a particular machine, with the reason, where it differs
 */
public record Parameter<T>(
        String name,
        Kind<T> kind,
        T standard,
        String help,
        Optional<T> quick,
        Function<Machine, Optional<Adapted<T>>> adaptation) {

    /** A default changed for this machine, and why: {@code 2 cores}. */
    public record Adapted<T>(T value, String why) {}

    public static Parameter<Integer> whole(String name, int standard, int min, int max, String help) {
        return new Parameter<>(name, new Kind.Whole(min, max), standard, help, Optional.empty(), m -> Optional.empty());
    }

    public static Parameter<Duration> time(String name, Duration standard, Duration min, Duration max, String help) {
        return new Parameter<>(name, new Kind.Time(min, max), standard, help, Optional.empty(), m -> Optional.empty());
    }

    public static <E extends Enum<E>> Parameter<E> choice(String name, E standard, String help) {
        Kind<E> kind = new Kind.Choice<>(standard.getDeclaringClass());
        return new Parameter<>(name, kind, standard, help, Optional.empty(), m -> Optional.empty());
    }

    /** The same knob with a value for the quick profile: smaller, but still showing the shape. */
    public Parameter<T> quickly(T value) {
        return new Parameter<>(name, kind, standard, help, Optional.of(value), adaptation);
    }

    /** The same knob with a default that adapts to the machine. */
    public Parameter<T> adapting(Function<Machine, Optional<Adapted<T>>> how) {
        return new Parameter<>(name, kind, standard, help, quick, how);
    }
}
