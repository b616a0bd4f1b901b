package poollab.engine;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Files and folders, many at a time. */
final class Disk {
    private static final int COPIERS = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4);

    private Disk() {}

    /** How much there is in a folder. */
    record Footprint(int files, long bytes) {
        static final Footprint NONE = new Footprint(0, 0);

        Footprint plus(long size) {
            return new Footprint(files + 1, bytes + size);
        }
    }

    /** Creates a folder and its missing parents, for the owner only. A folder that exists stays as it is. */
    static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, ownerOnly(folder, "rwx------"));
    }

    /** Writes a file that only its owner can read. */
    static void writeSecret(Path file, String text) throws IOException {
        Files.createFile(file, ownerOnly(file, "rw-------"));
        Files.writeString(file, text);
    }

    static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Free bytes for this user where the path, or its nearest existing parent, lies. */
    static long free(Path path) {
        Path existing = path;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        try {
            return existing == null ? 0 : Files.getFileStore(existing).getUsableSpace();
        } catch (IOException e) {
            // Not known: the copy itself will tell.
            return Long.MAX_VALUE;
        }
    }

    static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%,d MB", bytes == 0 ? 0 : Math.max(1, bytes / 1_000_000));
    }

    /** Whether an operating system's or the server's words mean a full disk or a used-up quota. */
    static boolean isFull(String message) {
        String text = message.toLowerCase(Locale.ROOT);
        return text.contains("no space left on device")
                || text.contains("disk quota exceeded")
                || text.contains("not enough space on the disk");
    }

    /** The cause in plain words. */
    static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException denied -> "no permission to write to " + denied.getFile();
            case FileAlreadyExistsException exists -> exists.getFile() + " is a file, not a folder";
            case FileSystemException f when f.getReason() != null -> f.getReason() + ": " + f.getFile();
            default -> e.getMessage() == null ? e.toString() : e.getMessage();
        };
    }

    static Footprint measure(Path folder) throws IOException {
        var total = new Footprint[] {Footprint.NONE};
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                total[0] = total[0].plus(attributes.size());
                return FileVisitResult.CONTINUE;
            }
        });
        return total[0];
    }

    /** Copies a folder's content with its permissions into a folder not there yet, with several threads. */
    static Footprint copy(Path from, Path to) throws IOException {
        List<Path> files = new ArrayList<>();
        var total = new Footprint[] {Footprint.NONE};
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                createFolder(to.resolve(from.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(file);
                total[0] = total[0].plus(attributes.size());
                return FileVisitResult.CONTINUE;
            }
        });
        copyFiles(files, from, to);
        return total[0];
    }

    private static void copyFiles(List<Path> files, Path from, Path to) throws IOException {
        try (ExecutorService copiers = Executors.newFixedThreadPool(COPIERS)) {
            List<Future<Void>> work = new ArrayList<>();
            for (int i = 0; i < COPIERS; i++) {
                // Neighbours in the list share a folder, and a folder takes one new file at a time.
                List<Path> share = files.subList(i * files.size() / COPIERS, (i + 1) * files.size() / COPIERS);
                work.add(copiers.submit(() -> {
                    for (Path file : share) {
                        Files.copy(file, to.resolve(from.relativize(file).toString()), LinkOption.NOFOLLOW_LINKS);
                    }
                    return null;
                }));
            }
            for (Future<Void> each : work) {
                each.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while copying " + from, e);
        }
    }

    /** Lets everybody enter a folder and those in it. */
    static void share(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all.filter(Files::isDirectory)::iterator) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    /** Gives a folder and all in it to another user. For root only. */
    static void give(Path folder, int uid, int gid) throws IOException {
        try (var all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
            }
        }
    }

    /** Removes a folder and all in it. What is gone already, or goes meanwhile, is no error. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException e) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
