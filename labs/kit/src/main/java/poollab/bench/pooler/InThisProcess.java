package poollab.bench.pooler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import poollab.pooler.Pooler;
import poollab.pooler.PoolerException;
import poollab.pooler.config.Config;
import poollab.pooler.config.ConfigException;

/** The bundled pooler on a thread of this process. */
final class InThisProcess implements Life {
    private final Path folder;
    private final Path ini;
    private Pooler pooler;
    private String lastWords = "";

    /** @param folder made here, and removed at the end */
    InThisProcess(Path folder, Path ini) {
        this.folder = folder;
        this.ini = ini;
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public synchronized void start() {
        if (running()) return;
        try {
            pooler = Pooler.start(Config.load(ini));
        } catch (ConfigException | PoolerException e) {
            lastWords = e.getMessage();
        }
    }

    @Override
    public synchronized void kill() {
        if (pooler != null) pooler.close();
        pooler = null;
    }

    @Override
    public synchronized boolean running() {
        return pooler != null && pooler.isRunning();
    }

    @Override
    public long pid() {
        return ProcessHandle.current().pid();
    }

    @Override
    public String lastWords() {
        return lastWords;
    }

    @Override
    public void close() throws IOException {
        kill();
        if (!Files.exists(folder)) return;
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) Files.deleteIfExists(file);
    }
}
