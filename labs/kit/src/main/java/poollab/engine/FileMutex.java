package poollab.engine;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one at a time in, among the threads of this process and among processes. The operating system opens it when its
 * holder dies. Not reentrant. The file stays.
 */
final class FileMutex implements AutoCloseable {
    // The operating system's lock belongs to a process, not to a thread: threads need a lock of their own before it.
    private static final ConcurrentMap<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    private final ReentrantLock threads;
    private final FileChannel channel;

    private FileMutex(ReentrantLock threads, FileChannel channel) {
        this.threads = threads;
        this.channel = channel;
    }

    /** Waits as long as it takes. */
    static FileMutex acquire(Path file) throws IOException {
        ReentrantLock threads = THREADS.computeIfAbsent(file, path -> new ReentrantLock());
        threads.lock();
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                channel.lock();
                return new FileMutex(threads, channel);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            threads.unlock();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            threads.unlock();
        }
    }
}
