package poollab.console.doctor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The programs of this machine. */
interface Commands {
    /** Where a program is on PATH. */
    Optional<Path> find(String program);

    /** Runs a program to its end, or ends it when the time is up. */
    Answer run(Duration limit, String... command);

    /** How a program ended. */
    sealed interface Answer {}

    /** @param output standard output, then standard error, without blanks around */
    record Ended(int exit, String output) implements Answer {
        String firstLine() {
            return output.lines().findFirst().orElse("").strip();
        }
    }

    /** It was still running when the time was up. */
    record Hung(Duration limit) implements Answer {}

    /** It could not be started. */
    record NotStarted(String reason) implements Answer {}
}
