package poollab.weaver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import poollab.course.LabText;

/** A small lab in a folder of its own, woven by one Asciidoctor that all tests share. */
final class Demo {
    private static final Asciidoc ASCIIDOC = new Asciidoc();

    /** The header and a step to put blocks into. */
    static final List<String> HEAD = List.of(
            "= A demonstration", ":lab: 99", ":question: Why?", "", "[#story,minutes=1,brief=true]", "== Story", "");

    private final Path project;
    private final Path text;

    /** @param project an empty folder */
    Demo(Path project) throws IOException {
        this.project = project.toRealPath();
        Path given = given();
        Path target = this.project.resolve("labs/demo");
        try (Stream<Path> files = Files.walk(given)) {
            for (Path file : files.toList()) {
                Path copy = target.resolve(given.relativize(file).toString());
                if (Files.isDirectory(file)) Files.createDirectories(copy);
                else Files.copy(file, copy);
            }
        }
        this.text = target.resolve(Weave.TEXT);
    }

    private static Path given() {
        try {
            return Path.of(Demo.class.getResource("/demo").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    Path text() {
        return text;
    }

    /** Replaces the text by the head and these lines, and weaves it. */
    List<Problem> problemsOf(List<String> lines) {
        return problemsOfText(Stream.concat(HEAD.stream(), lines.stream()).toList());
    }

    List<Problem> problemsOfText(List<String> lines) {
        try {
            Files.write(text, lines);
            LabSource source = LabSource.read(project, text);
            LabWeaver.weave(source, ASCIIDOC);
            return source.problems();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text as it was given, woven. */
    LabText woven() throws IOException {
        LabSource source = LabSource.read(project, text);
        LabText woven = LabWeaver.weave(source, ASCIIDOC);
        if (!source.problems().isEmpty()) throw new AssertionError(source.problems().toString());
        return woven;
    }
}
