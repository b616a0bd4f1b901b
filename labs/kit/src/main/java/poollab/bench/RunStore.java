package poollab.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import poollab.engine.EnvironmentMissing;
import tools.jackson.core.JacksonException;

/** The records of past runs: one dated folder each, and {@code latest}, which names the newest. */
public final class RunStore {
    private static final String RECORD = "run.json";
    private static final String LATEST = "latest";
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneId.systemDefault());

    private final Path folder;

    public RunStore(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the folder of a new run, so that a place that cannot be written is known before the run, not after it.
     *
     * @return the run's id, which is the folder's name
     * @throws EnvironmentMissing when it cannot be made
     */
    public String claim(Instant startedAt, String lab, String name) {
        String base = STAMP.format(startedAt) + "-" + lab + "-" + name;
        try {
            Files.createDirectories(folder);
            for (int i = 1; ; i++) {
                String id = i == 1 ? base : base + "-" + i;
                try {
                    Files.createDirectory(folder.resolve(id));
                    return id;
                } catch (FileAlreadyExistsException e) {
                    // Another run began in the same second.
                }
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    public Path folderOf(String id) {
        return folder.resolve(id);
    }

    /**
     * Writes a record and its companions (transcript, charts) into the run's folder.
     *
     * @param companions contents by file name
     * @throws EnvironmentMissing when the disk is full or the folder cannot be written
     */
    public void save(Run run, Map<String, String> companions) {
        Path target = folderOf(run.id());
        try {
            for (var companion : companions.entrySet()) write(target.resolve(companion.getKey()), companion.getValue());
            // The record last: a folder without one is a run that never came to its end.
            write(target.resolve(RECORD), Json.write(run) + "\n");
            point(run.id());
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
        try {
            Files.writeString(temporary, text);
            Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private void point(String id) throws IOException {
        Path temporary = folder.resolve("." + LATEST + "-" + id);
        try {
            Files.deleteIfExists(temporary);
            Files.createSymbolicLink(temporary, Path.of(id));
        } catch (UnsupportedOperationException | IOException e) {
            // No symbolic links here (Windows without the right to make them): a file with the name does as well.
            Files.writeString(temporary, id);
        }
        Files.move(temporary, folder.resolve(LATEST), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Removes the folder of a run that left nothing. */
    public void discard(String id) {
        try (Stream<Path> files = Files.list(folderOf(id))) {
            for (Path file : files.toList()) Files.delete(file);
            Files.delete(folderOf(id));
        } catch (IOException e) {
            // An empty folder stays behind; it is not listed.
        }
    }

    /** The ids of all complete records, newest first. */
    public List<String> ids() {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .filter(entry -> Files.isRegularFile(entry.resolve(RECORD)))
                    .map(entry -> entry.getFileName().toString())
                    .sorted(Comparator.reverseOrder())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * One record by its id, by a beginning of it, by {@code latest}, or by its place in the list (1 is the newest).
     *
     * @throws BadInput when there is none, or several
     */
    public Run load(String which) {
        List<String> ids = ids();
        if (ids.isEmpty()) throw new BadInput("there are no runs yet in " + folder, "Make one: ./lab run 01");
        return read(resolve(which, ids));
    }

    private String resolve(String which, List<String> ids) {
        if (which.equals(LATEST)) return latest().filter(ids::contains).orElse(ids.getFirst());
        if (which.matches("\\d{1,3}")) {
            int place = Integer.parseInt(which);
            if (place >= 1 && place <= ids.size()) return ids.get(place - 1);
            throw new BadInput("no run number " + which, "There are " + ids.size() + ": ./lab runs");
        }
        List<String> matching = ids.stream().filter(id -> id.startsWith(which)).toList();
        if (matching.contains(which) || matching.size() == 1) return matching.contains(which) ? which : matching.getFirst();
        if (matching.isEmpty()) throw BadInput.unknown("run", which, ids.subList(0, Math.min(5, ids.size())));
        throw new BadInput(which + " names " + matching.size() + " runs", "Write more of it: " + String.join(", ", matching));
    }

    private Optional<String> latest() {
        Path pointer = folder.resolve(LATEST);
        try {
            if (Files.isSymbolicLink(pointer)) return Optional.of(Files.readSymbolicLink(pointer).toString());
            return Optional.of(Files.readString(pointer).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** A record by its exact id. */
    public Run read(String id) {
        Path file = folderOf(id).resolve(RECORD);
        try {
            return Json.read(Files.readString(file), Run.class);
        } catch (IOException | JacksonException e) {
            throw new BadInput(
                    file + " cannot be read: " + e.getMessage().lines().findFirst().orElse("no reason given"),
                    "It may be damaged; delete its folder, or leave it.");
        }
    }

    private EnvironmentMissing unwritable(IOException e) {
        String free = "";
        for (Path place = folder.toAbsolutePath(); place != null; place = place.getParent()) {
            if (!Files.isDirectory(place)) continue;
            long bytes = place.toFile().getUsableSpace();
            free = String.format(" (%,d MB free there)", bytes / 1_000_000);
            break;
        }
        return new EnvironmentMissing(
                "the run's record cannot be written to " + folder + free + ": " + e.getMessage(),
                "Make room there, or name another folder: LAB_HOME=/some/folder ./lab …",
                e);
    }
}
