package poollab.course;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import poollab.bench.Json;

/** Finds the compiled text of a lab: {@code lab.json}, in the package of its experiment. */
public final class LabTexts {
    private LabTexts() {}

    /** Empty when the lab has no text. */
    public static Optional<LabText> load(Lab lab) {
        Class<?> experiment = lab.experiment().get().getClass();
        try (InputStream resource = experiment.getResourceAsStream("lab.json")) {
            if (resource == null) return Optional.empty();
            return Optional.of(Json.read(new String(resource.readAllBytes(), StandardCharsets.UTF_8), LabText.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
