package poollab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the engines keep their files. All of it is made on demand, for its owner only.
 *
 * @param home everything of the learner's: {@code LAB_HOME}
 * @param cache what is expensive to make and may be thrown away at any time: {@code LAB_CACHE}
 * @param sessions one folder per running server
 */
public record Folders(Path home, Path cache, Path sessions) {
    /** The usual layout: {@code cache} and {@code sessions} inside home. */
    public static Folders at(Path home) {
        return at(home, home.resolve("cache"));
    }

    /** With a cache of its own place, shared by several homes. */
    public static Folders at(Path home, Path cache) {
        Path absolute = home.toAbsolutePath().normalize();
        return new Folders(absolute, cache.toAbsolutePath().normalize(), absolute.resolve("sessions"));
    }

    /**
     * Makes the folders.
     *
     * @return the same folders without symbolic links, as the operating system will report them
     * @throws EnvironmentMissing when one cannot be made or written
     */
    Folders prepare() {
        Path realHome = prepare(home, "LAB_HOME");
        Path realCache = prepare(cache, cacheVariable());
        return new Folders(realHome, realCache, prepare(sessions, "LAB_HOME"));
    }

    private static Path prepare(Path folder, String variable) {
        try {
            Disk.createFolder(folder);
            Path real = folder.toRealPath();
            if (!Files.isWritable(real)) {
                throw new EnvironmentMissing("No permission to write to the folder " + real + ".", advice(variable));
            }
            return real;
        } catch (IOException e) {
            throw explain("Cannot create the folder " + folder, folder, variable, e);
        }
    }

    /** Says in a learner's words why something could not be written below {@code at}. */
    EnvironmentMissing explain(String what, Path at, IOException e) {
        return explain(what, at, at.startsWith(cache) ? cacheVariable() : "LAB_HOME", e);
    }

    /**
     * @throws EnvironmentMissing when fewer bytes are free where {@code at} lies
     */
    void requireSpace(Path at, long bytes, String what) {
        long free = Disk.free(at);
        if (free < bytes) {
            String variable = at.startsWith(cache) ? cacheVariable() : "LAB_HOME";
            throw new EnvironmentMissing(
                    "Not enough room on the disk of " + at + ": " + what + " needs " + Disk.megabytes(bytes) + ", "
                            + Disk.megabytes(free) + " are free.",
                    "Free some space, or set " + variable + " to a folder on a disk with more room.");
        }
    }

    private String cacheVariable() {
        return cache.startsWith(home) ? "LAB_HOME" : "LAB_CACHE";
    }

    private static EnvironmentMissing explain(String what, Path at, String variable, IOException e) {
        if (Disk.isFull(e.toString())) {
            return new EnvironmentMissing(
                    what + ": the disk of " + at + " is full, " + Disk.megabytes(Disk.free(at)) + " are free.",
                    "Free some space, or set " + variable + " to a folder on a disk with more room.",
                    e);
        }
        return new EnvironmentMissing(what + ": " + Disk.reason(e) + ".", advice(variable), e);
    }

    private static String advice(String variable) {
        return "Set " + variable + " to a folder you can write, for example: export " + variable + "=/var/tmp/pool-lab";
    }
}
