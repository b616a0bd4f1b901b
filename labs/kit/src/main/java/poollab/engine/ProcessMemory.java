package poollab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The memory of a process of this machine, in bytes.
 *
 * @param resident all its pages in memory: those it shares count in full, in every process again (Rss)
 * @param proportional its own pages, and its share of the shared ones: program code, and of a PostgreSQL backend what it has
 *     touched of the server's buffers (Pss)
 * @param own heap, stack and the like: neither code nor shared memory (Pss_Anon). What the machine gets back when the
 *     process ends
 */
public record ProcessMemory(long resident, long proportional, long own) {
    /** Empty where the operating system does not tell. Linux does since 5.4, about processes of the same user. */
    public static Optional<ProcessMemory> of(long pid) {
        try {
            return parse(Files.readAllLines(Path.of("/proc", Long.toString(pid), "smaps_rollup")));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** @param lines of smaps_rollup: a name, a colon, a number of kB */
    static Optional<ProcessMemory> parse(List<String> lines) {
        Map<String, Long> bytes = new HashMap<>();
        for (String line : lines) {
            String[] parts = line.split(":?\\s+");
            if (parts.length == 3 && parts[2].equals("kB")) bytes.put(parts[0], 1024 * Long.parseLong(parts[1]));
        }
        if (!bytes.keySet().containsAll(List.of("Rss", "Pss", "Pss_Anon"))) return Optional.empty();
        return Optional.of(new ProcessMemory(bytes.get("Rss"), bytes.get("Pss"), bytes.get("Pss_Anon")));
    }
}
