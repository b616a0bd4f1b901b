package poollab.console.doctor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A machine with just these programs. */
final class PretendedCommands implements Commands {
    private final Map<String, Answer> answers = new HashMap<>();

    /** @param command its words, joined by blanks */
    PretendedCommands answers(String command, Answer answer) {
        answers.put(command, answer);
        return this;
    }

    PretendedCommands prints(String command, String output) {
        return answers(command, new Ended(0, output));
    }

    @Override
    public Optional<Path> find(String program) {
        boolean known = answers.keySet().stream().anyMatch(c -> c.equals(program) || c.startsWith(program + " "));
        return known ? Optional.of(Path.of("/usr/bin", program)) : Optional.empty();
    }

    @Override
    public Answer run(Duration limit, String... command) {
        return answers.getOrDefault(String.join(" ", command), new NotStarted("not on PATH"));
    }
}
