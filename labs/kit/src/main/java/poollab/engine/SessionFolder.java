package poollab.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The folder of one running server. Beside it lies {@code ID.lock}, made and locked before the folder and removed after
 * it. The operating system lets go of the lock when its process dies, however it dies: a folder whose lock can be had
 * belongs to nobody.
 */
final class SessionFolder implements AutoCloseable {
    private static final String LOCK = ".lock";

    // The operating system's lock is lost when its process closes any handle of the file: hands off our own.
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;

    private SessionFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    Path path() {
        return path;
    }

    /** Removes what dead sessions left behind, with their servers, and makes a new folder. */
    static SessionFolder open(Folders folders) throws IOException {
        try (var _ = FileMutex.acquire(folders.sessions().resolve(LOCK))) {
            sweep(folders.sessions());
            Path path = folders.sessions().resolve(Passwords.random().replaceAll("\\W", "").substring(0, 8));
            Path file = lockOf(path);
            OWN.add(path);
            FileChannel lock = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            try {
                lock.lock();
                Disk.createFolder(path);
                return new SessionFolder(path, lock);
            } catch (IOException | RuntimeException e) {
                lock.close();
                OWN.remove(path);
                Files.deleteIfExists(file);
                throw e;
            }
        }
    }

    private static Path lockOf(Path folder) {
        return folder.resolveSibling(folder.getFileName() + LOCK);
    }

    private static void sweep(Path sessions) throws IOException {
        Set<Path> found = new TreeSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(sessions)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                String id = name.endsWith(LOCK) ? name.substring(0, name.length() - LOCK.length()) : name;
                if (!id.isEmpty()) {
                    found.add(sessions.resolve(id));
                }
            }
        }
        for (Path folder : found) {
            if (!OWN.contains(folder)) {
                removeIfDead(folder);
            }
        }
    }

    private static void removeIfDead(Path folder) throws IOException {
        Path file = lockOf(folder);
        try (var lock = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (lock.tryLock() == null) {
                return;
            }
            if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                Processes.killAllIn(folder.resolve("data"));
                Processes.remove(folder);
            }
            Files.deleteIfExists(file);
        }
    }

    /** Removes the folder, if it is still there, and lets go. Its server must have ended. */
    @Override
    public void close() throws IOException {
        try {
            if (Files.exists(path)) {
                Processes.killAllIn(path.resolve("data"));
                Processes.remove(path);
            }
            Files.deleteIfExists(lockOf(path));
        } finally {
            lock.close();
            OWN.remove(path);
        }
    }
}
