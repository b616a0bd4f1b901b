package poollab.weaver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Regions of source files, marked by comments: {@code // tag::name[]} to {@code // end::name[]}. */
final class Tags {
    private static final Pattern ANY_MARK = Pattern.compile("(tag|end)::\\S+\\[\\]");

    private Tags() {}

    /** The region without marks and without the indentation that all its lines share; empty when it is not complete. */
    static Optional<String> region(Path file, String tag) {
        List<String> region = new ArrayList<>();
        boolean inside = false;
        boolean ended = false;
        for (String line : lines(file)) {
            if (line.contains("tag::" + tag + "[]")) inside = true;
            else if (line.contains("end::" + tag + "[]")) {
                ended |= inside;
                inside = false;
            } else if (inside && !ANY_MARK.matcher(line).find()) region.add(line);
        }
        if (!ended || inside) return Optional.empty();
        return Optional.of(String.join("\n", region).stripIndent().strip());
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
