package poollab.pooler.blackbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** PgBouncer itself, as the oracle these tests are proven against. */
final class PeerPooler implements PoolerUnderTest {
    private final Process process;
    private final Thread endWithJvm;

    private PeerPooler(Process process) {
        this.process = process;
        this.endWithJvm = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(endWithJvm);
    }

    static PeerPooler start(Path program, Path ini) throws IOException {
        var command = new ArrayList<String>();
        if ("root".equals(System.getProperty("user.name"))) { // which PgBouncer refuses to be
            command.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
        }
        command.addAll(List.of(program.toString(), "-q", ini.toString()));
        return new PeerPooler(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ini.resolveSibling("peer.out").toFile())
                .start());
    }

    @Override
    public boolean isRunning() {
        return process.isAlive();
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(endWithJvm);
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
