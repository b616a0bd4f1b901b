package poollab.console.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import poollab.engine.EmbeddedPostgres;
import poollab.engine.Folders;
import poollab.engine.Server;

/** The one database server of a session: started when it is first needed, or beforehand while the learner reads. */
public final class EngineRoom implements AutoCloseable {
    private final Folders folders;
    private final EmbeddedPostgres.Options options;
    private CompletableFuture<EmbeddedPostgres> starting;
    private final Object closing = new Object();
    private boolean closed;

    /**
     * @param port of the embedded server, 0 for a free one
     * @param progress told what takes seconds the first time
     */
    public EngineRoom(Folders folders, int port, Consumer<String> progress) {
        this.folders = folders;
        this.options = EmbeddedPostgres.Options.standard().withPort(port).withProgress(progress);
    }

    /** Begins to start the server in the background; what goes wrong is told by {@link #server()}. */
    public synchronized void startSoon() {
        if (starting == null && !closed)
            starting = CompletableFuture.supplyAsync(() -> EmbeddedPostgres.start(folders, options), task ->
                    Thread.ofPlatform().name("engine").daemon().start(task));
    }

    /**
     * The running server. One that died is replaced by a fresh one.
     *
     * @throws poollab.engine.EnvironmentMissing when it cannot be started
     */
    public Server server() {
        CompletableFuture<EmbeddedPostgres> mine = current();
        EmbeddedPostgres server = started(mine);
        if (server.alive()) return server;
        server.close();
        forget(mine);
        return started(current());
    }

    private EmbeddedPostgres started(CompletableFuture<EmbeddedPostgres> mine) {
        try {
            return mine.join();
        } catch (CompletionException e) {
            forget(mine);
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Whether a server is up at this moment. */
    public synchronized boolean running() {
        return starting != null && starting.isDone() && !starting.isCompletedExceptionally() && starting.join().alive();
    }

    private synchronized CompletableFuture<EmbeddedPostgres> current() {
        startSoon();
        if (starting == null) throw new IllegalStateException("the engine room is closed");
        return starting;
    }

    private synchronized void forget(CompletableFuture<EmbeddedPostgres> dead) {
        if (starting == dead) starting = null;
    }

    /** Safe to call twice; the second caller waits for the first. */
    @Override
    public void close() {
        synchronized (closing) {
            CompletableFuture<EmbeddedPostgres> last = stop();
            if (last == null) return;
            last.handle((server, failure) -> server).thenAccept(server -> {
                if (server != null) server.close();
            }).join();
        }
    }

    private synchronized CompletableFuture<EmbeddedPostgres> stop() {
        CompletableFuture<EmbeddedPostgres> last = starting;
        closed = true;
        starting = null;
        return last;
    }
}
