package poollab.pooler.blackbox;

import java.io.IOException;
import java.nio.file.Path;
import poollab.pooler.Pooler;
import poollab.pooler.PoolerException;
import poollab.pooler.config.Config;
import poollab.pooler.config.ConfigException;

/** The pooler of this project, inside the test's JVM. */
final class InProcessPooler implements PoolerUnderTest {
    private final Pooler pooler;

    private InProcessPooler(Pooler pooler) {
        this.pooler = pooler;
    }

    static PoolerUnderTest start(Path ini) throws IOException {
        try {
            return new InProcessPooler(Pooler.start(Config.load(ini)));
        } catch (ConfigException | PoolerException e) {
            throw new IOException(e);
        }
    }

    @Override
    public boolean isRunning() {
        return pooler.isRunning();
    }

    @Override
    public void close() {
        pooler.close();
    }
}
