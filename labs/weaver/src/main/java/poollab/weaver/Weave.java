package poollab.weaver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import poollab.bench.Json;
import poollab.course.LabText;

/** Weaves every lab.adoc below a folder of sources. Run by the build; problems end it with exit code 1. */
public final class Weave {
    static final String TEXT = "lab.adoc";
    static final String WOVEN = "lab.json";

    private final Path project;
    private final Path sources;
    private final Path classes;
    private final Path stamps;

    private Weave(Path project, Path sources, Path classes, Path stamps) {
        this.project = project;
        this.sources = sources;
        this.classes = classes;
        this.stamps = stamps;
    }

    /** {@code project sources classes stamps}: lab.json will lie in {@code classes} as lab.adoc in {@code sources} */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 4) {
            System.err.println("Weave takes four folders: project, sources, classes, stamps");
            System.exit(3);
        }
        List<Path> paths = Stream.of(arguments).map(Path::of).toList();
        List<Problem> problems = new Weave(paths.get(0), paths.get(1), paths.get(2), paths.get(3)).all();
        problems.forEach(System.err::println);
        if (!problems.isEmpty()) System.exit(1);
    }

    /** Weaves what has changed. */
    private List<Problem> all() throws IOException {
        List<Path> stale = new ArrayList<>();
        for (Path text : texts()) if (!Stamp.fresh(stamp(text))) stale.add(text);
        if (stale.isEmpty()) return List.of();
        List<Problem> problems = new ArrayList<>();
        try (Asciidoc asciidoc = new Asciidoc()) {
            for (Path text : stale) problems.addAll(weave(text, asciidoc));
        }
        return problems;
    }

    private List<Path> texts() throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.endsWith(TEXT)).sorted().toList();
        }
    }

    private List<Problem> weave(Path text, Asciidoc asciidoc) throws IOException {
        LabSource source = LabSource.read(project, text);
        LabText woven = LabWeaver.weave(source, asciidoc);
        if (!source.problems().isEmpty()) return source.problems();
        Path target = classes.resolve(sources.relativize(text)).resolveSibling(WOVEN);
        Files.createDirectories(target.getParent());
        Files.writeString(target, Json.write(woven) + "\n");
        TreeSet<Path> files = new TreeSet<>(source.inputs());
        files.add(target);
        Stamp.write(stamp(text), files);
        return List.of();
    }

    private Path stamp(Path text) {
        return stamps.resolve(sources.relativize(text).toString().replaceAll("[/\\\\]", ".") + ".stamp");
    }
}
