package poollab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** What the engine's tests share. */
final class Bench {
    /** Kept between builds, so that initdb runs once. */
    static final Path CACHE = Path.of("target", "lab-cache").toAbsolutePath();

    private Bench() {}

    static Folders folders(Path home) {
        return Folders.at(home, CACHE);
    }

    static void eventually(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                Assertions.fail("never came true: " + what);
            }
            Thread.sleep(20);
        }
    }

    /** A dead process that init has not buried yet does not live. */
    static boolean lives(long pid) {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        if (!ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
            return false;
        }
        try {
            String text = Files.readString(stat);
            return "ZX".indexOf(text.charAt(text.lastIndexOf(')') + 2)) < 0;
        } catch (NoSuchFileException e) {
            return !Files.isDirectory(Path.of("/proc/self"));
        } catch (IOException e) {
            // Gone between opening and reading.
            return false;
        }
    }

    static boolean isRoot(Path own) throws IOException {
        return Files.getFileStore(own).supportsFileAttributeView("posix") && (int) Files.getAttribute(own, "unix:uid") == 0;
    }

    static void assumeRoot(Path own) throws IOException {
        Assumptions.assumeTrue(isRoot(own), "needs root");
    }

    static void assumeLinux() {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs Linux");
    }

    /** Sessions' files below a home: folders and locks. */
    static List<Path> sessionFiles(Path home) throws IOException {
        try (var files = Files.list(home.resolve("sessions"))) {
            return files.filter(file -> !file.getFileName().toString().equals(".lock")).toList();
        }
    }
}
