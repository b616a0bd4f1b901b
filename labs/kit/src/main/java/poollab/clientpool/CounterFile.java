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
import java.util.Optional;
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
    /** What is being written, before it takes the place of what is read. */
    private static final String FRESH = ".new";

    private static boolean ended;

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
        sweep(Path.of(folder));
        Path file = file(Path.of(folder), ProcessHandle.current().pid());
        Thread.ofPlatform().daemon().name("counters").start(() -> publish(file));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(file), "counters end"));
    }

    private static Path file(Path folder, long pid) {
        return folder.resolve(pid + ENDING);
    }

    private static Path fresh(Path file) {
        return file.resolveSibling(file.getFileName() + FRESH);
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

    /** Nothing is written after it: the process goes on for a moment while it ends. */
    private static synchronized void end(Path file) {
        ended = true;
        delete(file);
    }

    /** A child of this process has ended, however it did: what it left is removed. */
    public static void forget(long pid) {
        String folder = System.getProperty(FOLDER_PROPERTY, "");
        if (folder.isEmpty()) return;
        delete(fresh(file(Path.of(folder), pid)));
        delete(file(Path.of(folder), pid));
    }

    /** A reader sees the old file or the new one, never half of one. */
    private static synchronized boolean write(Path file, String name) {
        if (ended) return false;
        StringBuilder text = new StringBuilder("name " + name + "\nstarted " + started(ProcessHandle.current()) + "\nwritten "
                + System.currentTimeMillis() + "\n");
        ProcessCounters.now().named().forEach((counter, value) -> text.append(counter).append(' ').append(value).append('\n'));
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(fresh(file), text);
            Files.move(fresh(file), file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
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
        for (Path file : sweep(folder)) {
            try {
                all.add(parse(file));
            } catch (IOException | RuntimeException e) {
                // It has just gone, or is none of ours.
            }
        }
        all.sort((a, b) -> Long.compare(a.pid(), b.pid()));
        return all;
    }

    /** Removes what killed processes left. Returns the files of the living ones. */
    private static List<Path> sweep(Path folder) {
        List<Path> living = new ArrayList<>();
        for (Path file : files(folder)) {
            String name = file.getFileName().toString();
            try {
                if (!alive(file, Long.parseLong(name.substring(0, name.indexOf('.'))))) delete(file);
                else if (name.endsWith(ENDING)) living.add(file);
            } catch (IOException | RuntimeException e) {
                // It has just gone, or is none of ours.
            }
        }
        return living;
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().contains(ENDING)).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Whether the process that wrote it lives: another one may have got the same id by now. */
    private static boolean alive(Path file, long pid) throws IOException {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        if (process.isEmpty() || file.toString().endsWith(FRESH)) return process.isPresent();
        return started(process.get()) == Long.parseLong(lines(file).get("started"));
    }

    private static Map<String, String> lines(Path file) throws IOException {
        Map<String, String> lines = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) lines.put(line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1));
        return lines;
    }

    private static Published parse(Path file) throws IOException {
        Map<String, String> lines = lines(file);
        long pid = Long.parseLong(file.getFileName().toString().replace(ENDING, ""));
        return new Published(lines.get("name"), pid, Long.parseLong(lines.get("written")), PoolCounters.of(name -> Long.parseLong(lines.get(name))));
    }
}
