package poollab.bench.pooler;

import java.io.IOException;
import java.nio.file.Path;
import poollab.engine.Folders;
import poollab.engine.Neighbour;

/** A pooler as a process, which ends with this one however that ends. */
final class InOwnProcess implements Life {
    private final Neighbour process;

    /** Starts it. */
    InOwnProcess(Folders folders, boolean refusesRoot, Neighbour.Setup setup) {
        process = Neighbour.start(folders, refusesRoot, setup);
    }

    @Override
    public Path folder() {
        return process.folder();
    }

    @Override
    public void start() throws IOException {
        process.restart();
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public boolean running() {
        return process.alive();
    }

    @Override
    public long pid() throws IOException {
        return process.pid();
    }

    @Override
    public String lastWords() {
        return process.lastWords();
    }

    @Override
    public void close() {
        process.close();
    }
}
