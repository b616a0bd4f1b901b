package poollab.pooler.metrics;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Answers {@code GET /metrics}: one request for each connection, in as many threads as there are connections served at
 * once. Others wait in the system's queue, and nobody is waited for longer than {@link #PATIENCE}.
 */
public final class MetricsServer implements AutoCloseable {
    private static final int THREADS = 2;
    /** How long a connection may take from its first to its last byte, in nanoseconds. */
    private static final long PATIENCE = 5_000_000_000L;
    private static final long REST_MILLIS = 1000;

    private final ServerSocketChannel port;
    private final Supplier<String> text;
    private final Consumer<String> trouble;
    private final List<Worker> workers = new ArrayList<>();

    /**
     * @param port bound already; closed with this
     * @param text what is answered; an IllegalStateException of its says that there is nothing now
     * @param trouble hears what went wrong that was no client's fault
     */
    public MetricsServer(ServerSocketChannel port, Supplier<String> text, Consumer<String> trouble) {
        this.port = port;
        this.text = text;
        this.trouble = trouble;
    }

    public void start() {
        for (int i = 0; i < THREADS; i++) workers.add(new Worker());
        workers.forEach(worker -> worker.thread.start());
    }

    /** To be called now and then: parts from those who take too long. */
    public void tick() {
        workers.forEach(Worker::tick);
    }

    /** Ends what is being answered, too. */
    @Override
    public void close() {
        try {
            port.close();
        } catch (IOException e) {
            trouble.accept("cannot close the metrics port: " + e.getMessage());
        }
        workers.forEach(worker -> worker.thread.interrupt());
    }

    private final class Worker {
        final Thread thread = Thread.ofPlatform().daemon().name("pooler metrics").unstarted(this::run);
        private SocketChannel client;
        private long since;

        private void run() {
            while (port.isOpen() && !Thread.currentThread().isInterrupted()) {
                try (SocketChannel accepted = port.accept()) {
                    serving(accepted);
                    new HttpExchange(accepted, text).run();
                } catch (IOException e) {
                    rest(e);
                } catch (RuntimeException e) {
                    trouble.accept("internal error while metrics were answered: " + e);
                } finally {
                    serving(null);
                }
            }
        }

        private synchronized void serving(SocketChannel accepted) {
            client = accepted;
            since = System.nanoTime();
        }

        /** Reading and writing end with an exception when the channel is closed. */
        synchronized void tick() {
            if (client == null || System.nanoTime() - since < PATIENCE) return;
            try {
                client.close();
            } catch (IOException e) {
                trouble.accept("cannot close a metrics connection: " + e.getMessage());
            }
        }

        /** A client that went away is no trouble; a process that has no file left for the next must not spin. */
        private void rest(IOException cause) {
            boolean accepting = client == null;
            if (!accepting || !port.isOpen()) return;
            trouble.accept("accept() for metrics failed: " + cause.getMessage());
            try {
                Thread.sleep(REST_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
