package poollab.course;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a learner has done, as plain text: one {@code key = value} a line. The file may be copied to another machine;
 * learning goes on there..
 */
public final class ProgressBook {
    private static final String HEADING = "# Pool Lab: progress. Plain text; copy this file to go on elsewhere.";
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private final Path file;

    /** @param file need not exist yet */
    public ProgressBook(Path file) {
        this.file = file;
    }

    /** How a prediction compared with the measurement. */
    public enum Outcome {
        RIGHT,
        CLOSE,
        WRONG;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** The step at which the learner left a lab. */
    public Optional<String> step(String lab) throws IOException {
        return get(lab + ".step");
    }

    public void reached(String lab, String step) throws IOException {
        put(lab + ".step", step);
    }

    /** The day on which the lab was walked to its end, as written. */
    public Optional<String> finished(String lab) throws IOException {
        return get(lab + ".finished");
    }

    public void finish(String lab, String day) throws IOException {
        put(lab + ".finished", day);
    }

    public Optional<String> prediction(String lab, String id) throws IOException {
        return get(lab + ".prediction." + id);
    }

    /** Keeps an answer; an outcome of an earlier one is forgotten. */
    public void predict(String lab, String id, String answer) throws IOException {
        Map<String, String> all = read();
        all.put(lab + ".prediction." + id, answer.replaceAll("\\s+", " ").strip());
        all.remove(lab + ".outcome." + id);
        write(all);
    }

    public void judge(String lab, String id, Outcome outcome) throws IOException {
        put(lab + ".outcome." + id, outcome.toString());
    }

    /** How many predictions, over all labs or one, came out this way. */
    public long count(Outcome outcome, String lab) throws IOException {
        return read().entrySet().stream()
                .filter(e -> e.getKey().contains(".outcome.") && (lab == null || e.getKey().startsWith(lab + ".")))
                .filter(e -> e.getValue().equals(outcome.toString()))
                .count();
    }

    /**
     * Forgets one lab, or everything.
     *
     * @param lab two digits, or null for all labs
     * @return the backup; empty when there was nothing to forget
     */
    public Optional<Path> reset(String lab) throws IOException {
        if (!Files.exists(file)) return Optional.empty();
        Path backup = file.resolveSibling(file.getFileName() + "." + LocalDateTime.now().format(STAMP) + ".bak");
        Files.copy(file, backup, StandardCopyOption.REPLACE_EXISTING);
        Map<String, String> rest = lab == null ? new TreeMap<>() : read();
        rest.keySet().removeIf(key -> key.startsWith(lab + "."));
        write(rest);
        return Optional.of(backup);
    }

    private Optional<String> get(String key) throws IOException {
        return Optional.ofNullable(read().get(key));
    }

    private void put(String key, String value) throws IOException {
        Map<String, String> all = read();
        if (value.equals(all.put(key, value))) return;
        write(all);
    }

    private Map<String, String> read() throws IOException {
        Map<String, String> all = new TreeMap<>();
        if (!Files.exists(file)) return all;
        for (String line : Files.readAllLines(file)) {
            int equals = line.indexOf('=');
            if (line.startsWith("#") || equals < 0) continue;
            all.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
        }
        return all;
    }

    private void write(Map<String, String> all) throws IOException {
        Files.createDirectories(file.getParent());
        StringBuilder text = new StringBuilder(HEADING).append('\n');
        all.forEach((key, value) -> text.append(key).append(" = ").append(value).append('\n'));
        Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
        Files.writeString(temporary, text);
        Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
