package poollab.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import poollab.engine.Disk.Footprint;

/**
 * Things that are expensive to make, kept under a name that changes with what went into them. An entry is a folder with
 * {@code content} and, written last, {@code complete}: how many files of how many bytes the content has. An entry
 * without it, or with other figures, is made again.
 */
final class Cache {
    private static final String CONTENT = "content";
    private static final String COMPLETE = "complete";

    private final Path folder;

    Cache(Path folder) {
        this.folder = folder;
    }

    /** Makes an entry. */
    interface Maker {
        /**
         * @param workspace an empty folder, removed afterwards
         * @param content to be created
         */
        void make(Path workspace, Path content) throws IOException;
    }

    /** A finished entry. */
    record Entry(Path content, Footprint footprint) {
        boolean intact() {
            try {
                return Disk.measure(content).equals(footprint);
            } catch (IOException e) {
                return false;
            }
        }
    }

    /** The entry, if it says of itself that it is complete. Whether it is intact has not been looked at. */
    Optional<Entry> find(String name) {
        Path entry = folder.resolve(name);
        try {
            String[] figures = Files.readString(entry.resolve(COMPLETE)).trim().split(" ");
            var footprint = new Footprint(Integer.parseInt(figures[0]), Long.parseLong(figures[1]));
            return Optional.of(new Entry(entry.resolve(CONTENT), footprint));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** The intact entry: the one that is there, or a new one. One process makes it, the others wait. */
    Entry get(String name, Maker maker) throws IOException {
        Optional<Entry> found = find(name).filter(Entry::intact);
        return found.isPresent() ? found.get() : renew(name, maker);
    }

    private Entry renew(String name, Maker maker) throws IOException {
        try (var _ = FileMutex.acquire(folder.resolve(name + ".lock"))) {
            Optional<Entry> found = find(name).filter(Entry::intact);
            if (found.isPresent()) {
                return found.get();
            }
            removeLeftovers(name);
            Path fresh = Files.createTempDirectory(folder, name + ".new-");
            try {
                Path workspace = fresh.resolve("work");
                Disk.createFolder(workspace);
                maker.make(workspace, fresh.resolve(CONTENT));
                Disk.delete(workspace);
                Footprint footprint = Disk.measure(fresh.resolve(CONTENT));
                Files.writeString(fresh.resolve(COMPLETE), footprint.files() + " " + footprint.bytes() + "\n");
                replace(name, fresh);
            } finally {
                Disk.delete(fresh);
            }
            return find(name).orElseThrow(() -> new IOException("the cache entry " + name + " vanished"));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** A damaged entry is moved away first: a running server may still use files in it. */
    private void replace(String name, Path fresh) throws IOException {
        Path entry = folder.resolve(name);
        if (Files.exists(entry)) {
            Files.move(entry, folder.resolve(name + ".old-" + fresh.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(fresh, entry, StandardCopyOption.ATOMIC_MOVE);
        removeLeftovers(name);
    }

    private void removeLeftovers(String name) throws IOException {
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(folder, name + ".{new,old}-*")) {
            for (Path leftover : leftovers) {
                Disk.delete(leftover);
            }
        }
    }
}
