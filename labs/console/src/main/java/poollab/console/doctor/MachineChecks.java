package poollab.console.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The computer itself: Java, cores, memory, and room for what a learner makes. */
final class MachineChecks {
    static final String HOME = "home";

    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;
    /** One unpacked PostgreSQL, one template and one session of it take a little over half of this. */
    private static final long LEAST_DISK = 300 * MIB;

    private MachineChecks() {}

    static Check java(Facts facts) {
        return Check.ok("jdk", "Java", facts.javaVersion() + ", " + facts.javaVendor() + ", " + facts.javaHome());
    }

    static Check cores(Facts facts) {
        String cores = Integer.toString(facts.cores());
        if (facts.cores() > 1) return Check.ok("cores", "cores", cores);
        return Check.warning("cores", "cores", cores, "Load and server share one core: times will be longer and less even.");
    }

    static Check memory(Facts facts) {
        String found = gib(facts.memoryBytes()) + " GiB, heap up to " + gib(facts.maxHeapBytes()) + " GiB";
        if (facts.memoryBytes() >= 2 * GIB || facts.memoryBytes() == 0) return Check.ok("memory", "memory", found);
        return Check.warning("memory", "memory", found, "Little room for a server beside the lab: close what you do not need.");
    }

    static Check home(Path home) {
        Path there = home.toAbsolutePath();
        while (there != null && !Files.exists(there)) there = there.getParent();
        String elsewhere = "Name a folder of yours: export LAB_HOME=/var/tmp/pool-lab";
        if (there == null || !Files.isDirectory(there) || !Files.isWritable(there))
            return Check.missing(HOME, "LAB_HOME", home + " cannot be written", elsewhere);
        long free;
        try {
            free = Files.getFileStore(there).getUsableSpace();
        } catch (IOException e) {
            return Check.warning(HOME, "LAB_HOME", home + ", free space unknown: " + e.getMessage(), elsewhere);
        }
        return room(home, free);
    }

    static Check room(Path home, long free) {
        String found = home + ", writable, " + (free < GIB ? free / MIB + " MiB" : gib(free) + " GiB") + " free";
        String advice = "Make room there, or name a folder on another disk: export LAB_HOME=/some/folder";
        if (free < LEAST_DISK) return Check.missing(HOME, "LAB_HOME", found + "; labs need " + LEAST_DISK / MIB, advice);
        if (free < GIB) return Check.warning(HOME, "LAB_HOME", found, advice);
        return Check.ok(HOME, "LAB_HOME", found);
    }

    private static String gib(long bytes) {
        return String.format(Locale.ROOT, "%.1f", (double) bytes / GIB);
    }
}
