package poollab.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Another JVM that starts a server and then does nothing, until somebody ends it. */
final class ServerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private long server;
    private long standby;
    private Path folder;

    private ServerProcess(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    /** Arguments: home, cache, which parent watches; {@code standby} for a second server that follows the first. */
    static void main(String[] args) throws Exception {
        var options = EmbeddedPostgres.Options.standard();
        var server = EmbeddedPostgres.start(
                Folders.at(Path.of(args[0]), Path.of(args[1])), args[2].equals("java") ? options.withJavaWatcher() : options);
        Server standby = args.length > 3 ? server.standby(Map.of()).orElseThrow() : null;
        System.out.println(server.pid() + " " + (standby == null ? 0 : ((EmbeddedPostgres) standby).pid()) + " " + server.folder());
        while (System.in.read() >= 0) {
            server.observe().close();
        }
    }

    static ServerProcess launch(Path home, Path cache, String... parentAndMore) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                ServerProcess.class.getName(), home.toString(), cache.toString()));
        command.addAll(List.of(parentAndMore));
        return new ServerProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    ServerProcess awaitReady() throws IOException {
        String[] line = String.valueOf(output.readLine()).split(" ", 3);
        server = Long.parseLong(line[0]);
        standby = Long.parseLong(line[1]);
        folder = Path.of(line[2]);
        return this;
    }

    long server() {
        return server;
    }

    /** 0 when there is none. */
    long standby() {
        return standby;
    }

    Path folder() {
        return folder;
    }

    /** The parent that watches over the server, and its helpers; innermost first. */
    List<ProcessHandle> watchers() {
        ProcessHandle postmaster = ProcessHandle.of(server).orElseThrow();
        List<Long> servers = Stream.concat(Stream.of(postmaster), postmaster.descendants()).map(ProcessHandle::pid).toList();
        List<ProcessHandle> watchers = new ArrayList<>(
                process.descendants().filter(each -> !servers.contains(each.pid())).toList());
        return watchers.reversed();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
        process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly().onExit().orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        kill();
        for (long each : new long[] {server, standby}) {
            if (each != 0) {
                ProcessHandle.of(each).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }
}
