package poollab.clientpool;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** The same for many, several at once: whoever ends a connection waits for the server. */
final class AtOnce {
    /** Enough to hide the server's answers, and no second rush of logins where each end needs a cancel request. */
    static final int MOST = 32;

    private AtOnce() {}

    /** Returns when all are done, even when interrupted meanwhile; the thread is interrupted still. */
    static <T> void each(Collection<T> those, Consumer<T> work) {
        Queue<T> left = new ConcurrentLinkedQueue<>(those);
        List<Thread> threads = new ArrayList<>();
        for (int i = Math.min(MOST, those.size()); i > 0; i--)
            threads.add(Thread.ofVirtual().name("ending connections").start(() -> {
                for (T next = left.poll(); next != null; next = left.poll()) work.accept(next);
            }));
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
