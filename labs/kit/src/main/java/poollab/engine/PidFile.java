package poollab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a server says of itself in {@code postmaster.pid}.
 *
 * @param segment identifier of its System V shared memory segment, empty where it has none
 */
record PidFile(long pid, String segment, boolean ready) {
    private static final String NAME = "postmaster.pid";

    /** Empty when there is no such file or it is still being written. */
    static Optional<PidFile> read(Path data) {
        try {
            List<String> lines = Files.readAllLines(data.resolve(NAME));
            String segment = lines.size() > 6 ? lines.get(6).trim() : "";
            boolean ready = lines.size() > 7 && lines.get(7).trim().equals("ready");
            return Optional.of(new PidFile(
                    Long.parseLong(lines.getFirst().trim()), segment.substring(segment.lastIndexOf(' ') + 1), ready));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Removes what a server that is dead has left: the file would be taken for its successor's word. */
    static void forget(Path data) throws IOException {
        read(data).ifPresent(PidFile::releaseMemory);
        Files.deleteIfExists(data.resolve(NAME));
    }

    /** A server killed the hard way leaves its segment behind. One that is in use is not touched. */
    void releaseMemory() {
        if (!segment.isEmpty() && !Tools.WINDOWS && !segmentInUse()) {
            Tools.succeeds(List.of("ipcrm", "-m", segment));
        }
    }

    /** Linux tells; elsewhere an identifier comes back so late that the question does not arise. */
    private boolean segmentInUse() {
        try (var lines = Files.lines(Path.of("/proc/sysvipc/shm"))) {
            return lines.map(line -> line.trim().split("\\s+"))
                    .filter(columns -> columns.length > 6 && columns[1].equals(segment))
                    .anyMatch(columns -> !columns[6].equals("0"));
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
