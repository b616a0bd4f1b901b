package poollab.weaver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import poollab.bench.Json;
import poollab.bench.Observation.Figure;
import poollab.bench.Run;
import poollab.bench.Verdict.Answer;

/**
 * Makes a recorded run of a full one: what {@code lab run 01 --json} printed, without events, tables, series and
 * histograms, and without the claims that did not apply. What is left is still a run's record, small enough to be kept
 * beside a text.
 */
public final class Trim {
    private Trim() {}

    /** {@code run.json recorded/name.json} */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("Trim takes two files: a run.json, and the recorded/NAME.json to write");
            System.exit(3);
        }
        Path target = Path.of(arguments[1]);
        Run run = Json.read(Files.readString(Path.of(arguments[0])), Run.class);
        Files.createDirectories(target.toAbsolutePath().getParent());
        Files.writeString(target, Json.write(trimmed(run)) + "\n");
    }

    static Run trimmed(Run run) {
        return new Run(
                run.id(), run.lab(), run.name(), run.title(), run.startedAt(), run.tookMs(), run.seed(), run.quick(),
                run.ending(), run.reason(), run.settingDetails(), run.environment(),
                run.observations().stream().filter(Figure.class::isInstance).toList(),
                run.claims().stream().filter(claim -> claim.verdict() != Answer.NOT_APPLICABLE).toList());
    }
}
