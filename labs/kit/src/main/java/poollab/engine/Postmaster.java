package poollab.engine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A running PostgreSQL in {@code data} below a folder, and the parent that watches over it. */
final class Postmaster {
    private static final long START_SECONDS = 60;
    private static final long STOP_SECONDS = 15;
    private static final long POLL_MILLIS = 2;
    private static final int PORT_TRIES = 5;

    private final Launch launch;
    private final Path folder;
    private final Watched watched;
    private final int port;
    private final long pid;

    private Postmaster(Launch launch, Path folder, Watched watched, int port, long pid) {
        this.launch = launch;
        this.folder = folder;
        this.watched = watched;
        this.port = port;
        this.pid = pid;
    }

    /** How servers are started in this session. */
    record Launch(Folders folders, Binaries binaries, RunAs runAs, Watched.Parent parent) {
        Watched start(Path folder, List<String> command) throws IOException {
            return Watched.start(parent, folder, runAs.command(command));
        }
    }

    /** Somebody else was faster. */
    static final class PortTaken extends Exception {
        private static final long serialVersionUID = 1L;

        private final int port;

        PortTaken(int port) {
            super("port " + port + " is taken");
            this.port = port;
        }

        EnvironmentMissing explained() {
            return new EnvironmentMissing(
                    "Port " + port + " on " + Postgres.LOOPBACK + " is taken by another program.",
                    "Choose another port, or leave it out and the kit takes a free one.");
        }
    }

    /** As {@link #start}, on a port that is free. */
    static Postmaster startAnywhere(Launch launch, Path folder, Map<String, String> settings)
            throws IOException, PortTaken {
        for (int tries = 1; ; tries++) {
            try {
                return start(launch, folder, Ports.free(), settings);
            } catch (PortTaken e) {
                if (tries == PORT_TRIES) {
                    throw e;
                }
            }
        }
    }

    /**
     * Starts a server and waits until it accepts logins. One that was killed before in the same folder recovers from its
     * log first.
     *
     * @param settings in addition to those of postgresql.conf
     * @throws EnvironmentMissing when it does not come up; the message has the log's last lines
     */
    static Postmaster start(Launch launch, Path folder, int port, Map<String, String> settings)
            throws IOException, PortTaken {
        Path data = folder.resolve("data");
        configure(data, port, settings);
        PidFile.forget(data);
        Watched watched = launch.start(folder, command(launch.binaries(), data));
        long end = System.nanoTime() + START_SECONDS * 1_000_000_000;
        while (System.nanoTime() < end && pause()) {
            Optional<PidFile> file = PidFile.read(data);
            if (file.isPresent() && file.get().ready()) {
                return new Postmaster(launch, folder, watched, port, file.get().pid());
            }
            if (!watched.alive()) {
                ServerLog log = ServerLog.of(folder);
                if (log.addressInUse()) {
                    throw new PortTaken(port);
                }
                throw log.failure("PostgreSQL did not start (exit code " + watched.exitCode() + ")", launch.folders(),
                        folder);
            }
        }
        if (Thread.currentThread().isInterrupted()) {
            watched.end(STOP_SECONDS);
            throw new InterruptedIOException("interrupted while PostgreSQL started");
        }
        EnvironmentMissing failure = ServerLog.of(folder)
                .failure("PostgreSQL was not ready after " + START_SECONDS + " s", launch.folders(), folder);
        watched.end(STOP_SECONDS);
        throw failure;
    }

    private static boolean pause() {
        try {
            Thread.sleep(POLL_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Later lines override earlier ones. */
    private static void configure(Path data, int port, Map<String, String> settings) throws IOException {
        var text = new StringBuilder(Resources.text("postgresql.conf")).append("\n# This session\nport = ").append(port);
        if (!Tools.WINDOWS) {
            // In the folder, so that even a killed server leaves nothing outside of it.
            text.append("\ndynamic_shared_memory_type = mmap");
        }
        settings.forEach((name, value) ->
                text.append('\n').append(name).append(" = '").append(value.replace("'", "''")).append('\''));
        Files.writeString(data.resolve("postgresql.conf"), text.append('\n'));
    }

    private static List<String> command(Binaries binaries, Path data) {
        // Windows: postgres refuses an administrator's rights; pg_ctl drops them.
        return Tools.WINDOWS
                ? List.of(binaries.program("pg_ctl"), "start", "-w", "-D", data.toString())
                : List.of(binaries.program("postgres"), "-D", data.toString());
    }

    int port() {
        return port;
    }

    long pid() {
        return pid;
    }

    boolean alive() {
        return watched.alive() && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    /** Kills it and all its processes at once, as a crash of the machine would. */
    void kill() {
        Optional<ProcessHandle> postmaster = ProcessHandle.of(pid).filter(process -> alive());
        if (postmaster.isPresent()) {
            List<ProcessHandle> children = new ArrayList<>(postmaster.get().descendants().toList());
            postmaster.get().destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
        // A backend born between the two steps.
        Processes.killAllIn(folder.resolve("data"));
        watched.await(STOP_SECONDS);
    }

    /** Stops it in good order and keeps its files. */
    void stopCleanly() throws IOException {
        List<String> command = new ArrayList<>(List.of(launch.binaries().program("pg_ctl"), "stop", "-m", "fast", "-w",
                "-D", folder.resolve("data").toString()));
        if (!Tools.succeeds(launch.runAs().command(command)) || !watched.await(STOP_SECONDS)) {
            throw new IOException("PostgreSQL did not stop: " + ServerLog.of(folder).reason());
        }
    }

    /** Stops it at once and removes its folder, with the parent's help or without. */
    void close() throws IOException {
        if (!watched.end(STOP_SECONDS)) {
            Processes.killAllIn(folder.resolve("data"));
            Processes.remove(folder);
        }
    }
}
