package poollab.weaver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** One lab.adoc on its way to lab.json: its lines, the runs recorded beside it, and what was found wrong with it. */
final class LabSource {
    private static final String FENCE = "----";

    private final Path project;
    private final Path file;
    private final List<String> lines;
    private final Records records;
    private final Set<Problem> problems = new TreeSet<>(
            Comparator.<Problem>naturalOrder().thenComparing(Problem::sentence));
    private final Set<Path> inputs = new TreeSet<>();
    private final Includes includes = new Includes();

    private LabSource(Path project, Path file, List<String> lines) {
        this.project = project;
        this.file = file;
        this.lines = lines;
        this.records = Records.beside(file, (where, sentence) -> problems.add(new Problem(name(where), 1, sentence)));
        inputs.add(file);
        inputs.addAll(records.files());
    }

    /** @param project the folder that includes must not leave */
    static LabSource read(Path project, Path file) throws IOException {
        return new LabSource(project.toRealPath(), file.toRealPath(), Files.readAllLines(file));
    }

    Path file() {
        return file;
    }

    /** The folder's name, which is the lab's. */
    String folder() {
        return file.getParent().getFileName().toString();
    }

    Records records() {
        return records;
    }

    /** What the result depends on: the text, the records and every file that was included. */
    Set<Path> inputs() {
        return inputs;
    }

    List<Problem> problems() {
        return List.copyOf(problems);
    }

    void problem(int line, String sentence) {
        problems.add(new Problem(name(file), line, sentence));
    }

    /** A problem at the first line from {@code line} on that has {@code token}, or at {@code line} itself. */
    void problem(int line, String token, String sentence) {
        problem(lineOf(line, token), sentence);
    }

    /** Asciidoctor places a block where its text begins; its attributes and title stand in the lines above. */
    private int lineOf(int line, String token) {
        int first = Math.clamp(line, 1, lines.size());
        while (first > 1 && lines.get(first - 2).matches("[\\[.][^ .].*")) first--;
        for (int i = first; i <= lines.size(); i++) if (lines.get(i - 1).contains(token)) return i;
        return line;
    }

    /**
     * The text for Asciidoctor: in the place of each include stands one line that {@link Includes} knows. Asciidoctor's
     * own includes would lose the places of the blocks around them.
     */
    String text() {
        StringBuilder text = new StringBuilder();
        boolean listing = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            listing ^= line.equals(FENCE);
            text.append(line.startsWith(Includes.DIRECTIVE) ? include(i + 1, line, listing) : line).append('\n');
        }
        return text.toString();
    }

    private String include(int line, String directive, boolean listing) {
        String target = Includes.target(directive);
        String tag = Includes.tag(directive);
        Path included = resolve(target);
        if (!listing) return refuse(line, "include:: belongs inside a code listing");
        if (!included.startsWith(project)) return refuse(line, "the include leaves the project: " + target);
        if (!Files.isRegularFile(included)) return refuse(line, "the included file does not exist: " + target);
        if (tag == null) return refuse(line, "an include names one tag: include::" + target + "[tag=…]");
        inputs.add(included);
        return Tags.region(included, tag)
                .map(region -> includes.placeholder(name(included), region))
                .orElseGet(() -> refuse(line, target + " has no region tagged '" + tag + "'"));
    }

    /** What {@link #text} left out. */
    Includes includes() {
        return includes;
    }

    private String refuse(int line, String sentence) {
        problem(line, sentence);
        return "";
    }

    private Path resolve(String target) {
        Path resolved = file.resolveSibling(target).normalize();
        try {
            return resolved.toRealPath();
        } catch (IOException e) {
            return resolved;
        }
    }

    private String name(Path path) {
        Path relative = path.startsWith(project) ? project.relativize(path) : path;
        return relative.toString().replace('\\', '/');
    }
}
