package poollab.clientpool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How processes show their pools' counters to others on this machine: each that has a pool open keeps a small text file
 * up to date, named by its process id, in a folder that they agree on. The file goes with the last pool; one that a
 * killed process left behind is told by its process and swept by the next reader. It holds counts and nothing secret.
 */
public final class CounterFile {
    /** System property: the folder, made when it is needed. Without it a process publishes nothing. */
    public static final String FOLDER_PROPERTY = "poollab.counters";
    /** System property: what the process calls itself. */
    public static final String NAME_PROPERTY = "poollab.process";

    private static final long INTERVAL_MS = 250;
    private static final String ENDING = ".counters";

    /** @param written milliseconds since the epoch */
    public record Published(String name, long pid, long written, PoolCounters counters) {}

    private CounterFile() {}

    /** What a child needs on its command line to publish where this process does; empty when this one does not. */
    public static List<String> flagsForChild(String name) {
        String folder = System.getProperty(FOLDER_PROPERTY, "");
        return folder.isEmpty() ? List.of() : List.of("-D" + FOLDER_PROPERTY + "=" + folder, "-D" + NAME_PROPERTY + "=" + name);
    }

    static void publishIfAsked() {
        String folder = System.getProperty(FOLDER_PROPERTY, "");
        if (folder.isEmpty()) return;
        Path file = Path.of(folder).resolve(ProcessHandle.current().pid() + ENDING);
        Thread.ofPlatform().daemon().name("counters").start(() -> publish(file));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(file), "counters end"));
    }

    private static void publish(Path file) {
        String name = System.getProperty(NAME_PROPERTY, "");
        try {
            for (boolean there = false; true; Thread.sleep(INTERVAL_MS)) {
                if (ProcessCounters.any()) there = write(file, name);
                else if (there) there = !delete(file);
            }
        } catch (InterruptedException e) {
            delete(file);
        }
    }

    /** A reader sees the old file or the new one, never half of one. */
    private static boolean write(Path file, String name) {
        StringBuilder text = new StringBuilder("name " + name + "\nstarted " + started(ProcessHandle.current()) + "\nwritten "
                + System.currentTimeMillis() + "\n");
        ProcessCounters.now().named().forEach((counter, value) -> text.append(counter).append(' ').append(value).append('\n'));
        try {
            Files.createDirectories(file.getParent());
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            return false; // a full or read-only disk must not disturb the pools; nobody can watch then
        }
    }

    private static boolean delete(Path file) {
        try {
            Files.deleteIfExists(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** What the living processes published last, in the order of their ids. */
    public static List<Published> read(Path folder) {
        List<Published> all = new ArrayList<>();
        for (Path file : files(folder)) {
            try {
                Published published = parse(file);
                if (published != null) all.add(published);
                else delete(file);
            } catch (IOException | RuntimeException e) {
                // It has just gone, or is none of ours.
            }
        }
        all.sort((a, b) -> Long.compare(a.pid(), b.pid()));
        return all;
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(ENDING)).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Null when its process is gone, even if another one has got the same id by now. */
    private static Published parse(Path file) throws IOException {
        Map<String, String> lines = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) lines.put(line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1));
        long pid = Long.parseLong(file.getFileName().toString().replace(ENDING, ""));
        long started = Long.parseLong(lines.get("started"));
        boolean alive = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(p -> started(p) == started).isPresent();
        if (!alive) return null;
        return new Published(lines.get("name"), pid, Long.parseLong(lines.get("written")), PoolCounters.of(name -> Long.parseLong(lines.get(name))));
    }
}
