package poollab.weaver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import poollab.bench.Json;
import poollab.bench.Judgement;
import poollab.bench.Observation.Figure;
import poollab.bench.Run;
import poollab.bench.Setting;
import poollab.bench.Setting.Origin;
import tools.jackson.core.JacksonException;

/**
 * The runs recorded beside a text, by the names of their files. They are all that the weaver knows of an experiment:
 * a claim, a figure or a setting that no recorded run has does not exist for it.
 */
final class Records {
    static final String FOLDER = "recorded";
    private static final String SUFFIX = ".json";

    private final Map<String, Run> runs = new TreeMap<>();
    private final Set<Path> files = new TreeSet<>();

    /** @param problem takes a file that is no record, and why */
    static Records beside(Path text, BiConsumer<Path, String> problem) {
        Records records = new Records();
        Path folder = text.resolveSibling(FOLDER);
        if (!Files.isDirectory(folder)) return records;
        try (Stream<Path> found = Files.list(folder)) {
            found.filter(file -> file.toString().endsWith(SUFFIX)).sorted().forEach(file -> records.add(file, problem));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return records;
    }

    private void add(Path file, BiConsumer<Path, String> problem) {
        files.add(file);
        try {
            Run run = Json.read(Files.readString(file), Run.class);
            if (run.quick()) problem.accept(file, "the record is of a quick run; record a full one");
            if (run.ending() != Run.Ending.COMPLETED) problem.accept(file, "the recorded run broke off");
            String name = file.getFileName().toString();
            runs.put(name.substring(0, name.length() - SUFFIX.length()), run);
        } catch (IOException | JacksonException | NullPointerException e) {
            problem.accept(file, "this is no recorded run");
        }
    }

    Set<Path> files() {
        return files;
    }

    Collection<Run> runs() {
        return runs.values();
    }

    Set<String> names() {
        return runs.keySet();
    }

    Optional<Run> run(String name) {
        return Optional.ofNullable(runs.get(name));
    }

    Set<String> claims() {
        Set<String> ids = new TreeSet<>();
        for (Run run : runs.values()) run.claims().stream().map(Judgement::id).forEach(ids::add);
        return ids;
    }

    Set<String> figures() {
        Set<String> ids = new TreeSet<>();
        for (Run run : runs.values()) ids.addAll(figures(run));
        return ids;
    }

    static Set<String> figures(Run run) {
        Set<String> ids = new TreeSet<>();
        run.observations().stream().filter(Figure.class::isInstance).forEach(figure -> ids.add(figure.id()));
        return ids;
    }

    Set<String> settings() {
        Set<String> names = new TreeSet<>();
        for (Run run : runs.values()) run.settingDetails().stream().map(Setting::name).forEach(names::add);
        return names;
    }

    /** The values a setting had in the recorded runs. */
    Set<String> values(String setting) {
        Set<String> values = new TreeSet<>();
        for (Run run : runs.values())
            for (Setting each : run.settingDetails())
                if (each.name().equals(setting)) values.add(String.valueOf(each.value()));
        return values;
    }

    /** Whether some run had these settings and otherwise its defaults. */
    boolean tried(Map<String, String> given) {
        return runs.values().stream()
                .anyMatch(run -> run.settingDetails().stream().allMatch(setting -> as(given, setting)));
    }

    private static boolean as(Map<String, String> given, Setting setting) {
        String wanted = given.get(setting.name());
        if (wanted != null) return wanted.equals(String.valueOf(setting.value()));
        return setting.origin() == Origin.ADAPTED || setting.value().equals(setting.standard());
    }
}
