package poollab.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Processor time as Linux tells it, in hundredths of a second. Empty elsewhere, and for a process that has ended. */
final class ProcessTimes {
    private static final long MILLIS_PER_TICK = 10;

    private ProcessTimes() {}

    /**
     * @param own ticks of the process itself
     * @param buried ticks of its children that have ended
     */
    private record Stat(long parent, long own, long buried) {
        static Stat of(long pid) throws IOException {
            String stat = Files.readString(Path.of("/proc", "" + pid, "stat"));
            // The name before the last parenthesis may hold blanks.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long[] ticks = new long[4];
            for (int i = 0; i < ticks.length; i++) ticks[i] = Long.parseLong(fields[11 + i]);
            return new Stat(Long.parseLong(fields[1]), ticks[0] + ticks[1], ticks[2] + ticks[3]);
        }
    }

    static Optional<Duration> of(long pid) {
        try {
            return Optional.of(time(Stat.of(pid).own));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Of children of this process that have ended and were waited for. */
    static Optional<Duration> ofEndedChildren() {
        try {
            return Optional.of(time(Stat.of(ProcessHandle.current().pid()).buried));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Of a whole PostgreSQL server on this machine, backends that have ended included.
     *
     * @param backend process id of one of its backends
     */
    static Optional<Duration> ofServer(long backend) {
        try {
            long postmaster = Stat.of(backend).parent;
            Stat stat = Stat.of(postmaster);
            long living = ProcessHandle.of(postmaster).stream()
                    .flatMap(ProcessHandle::children)
                    .mapToLong(child -> of(child.pid()).orElse(Duration.ZERO).toMillis())
                    .sum();
            return Optional.of(time(stat.own + stat.buried).plusMillis(living));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Duration time(long ticks) {
        return Duration.ofMillis(ticks * MILLIS_PER_TICK);
    }
}
