package poollab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The parent for systems without a POSIX shell. Same protocol as watch.sh: arguments are the folder and the command;
 * when standard input ends or brings anything, the server is stopped and the folder removed.
 */
final class Watch {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Path folder;
    private final List<String> command;
    private volatile boolean stopping;

    private Watch(Path folder, List<String> command) {
        this.folder = folder;
        this.command = command;
    }

    static void main(String[] args) throws IOException, InterruptedException {
        System.exit(new Watch(Path.of(args[0]), List.of(args).subList(1, args.length)).run());
    }

    private int run() throws IOException, InterruptedException {
        Process server = Tools.command(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(Watched.LOG).toFile()))
                .start();
        server.getOutputStream().close();
        Thread.ofPlatform().daemon().start(() -> {
            awaitInput();
            stopping = true;
            stop(server);
        });
        int code = server.waitFor();
        // The command may only have launched the server: pg_ctl does.
        postmaster().ifPresent(launched -> launched.onExit().join());
        if (!stopping) {
            return code;
        }
        remove();
        return 0;
    }

    private static void awaitInput() {
        try {
            System.in.read();
        } catch (IOException e) {
            // A broken pipe is an end, too.
        }
    }

    private Optional<ProcessHandle> postmaster() {
        return PidFile.read(folder.resolve("data")).flatMap(file -> ProcessHandle.of(file.pid()));
    }

    private void stop(Process server) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        ProcessHandle target = postmaster().orElse(server.toHandle());
        // The signal is sent again and again: early in its life a server ignores it.
        while (target.isAlive() && System.nanoTime() < end) {
            quit(target);
            try {
                target.onExit().get(100, TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException | InterruptedException e) {
                target = postmaster().orElse(server.toHandle());
            }
        }
        if (target.isAlive()) {
            List<ProcessHandle> children = target.descendants().toList();
            target.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
        server.destroyForcibly();
    }

    private void quit(ProcessHandle target) {
        if (Tools.WINDOWS) {
            Path control = Path.of(command.getFirst()).resolveSibling("pg_ctl.exe");
            Tools.succeeds(List.of(control.toString(), "kill", "QUIT", Long.toString(target.pid())));
        } else {
            Tools.succeeds(List.of("/bin/sh", "-c", "kill -QUIT \"$0\"", Long.toString(target.pid())));
        }
    }

    private void remove() throws IOException, InterruptedException {
        PidFile.read(folder.resolve("data")).ifPresent(PidFile::releaseMemory);
        for (int tries = 0; tries < 50; tries++) {
            try {
                Disk.delete(folder);
                break;
            } catch (IOException e) {
                // A dying process still writes, or on Windows still holds, a file.
                Thread.sleep(100);
            }
        }
        Files.deleteIfExists(Path.of(folder + ".lock"));
    }
}
