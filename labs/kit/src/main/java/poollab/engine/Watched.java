package poollab.engine;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A command below a small parent that ends it, and removes its folder, when this process ends, however it ends. The
 * parent waits on a pipe that this process holds open; it has a session of its own, so that neither Ctrl-C nor a signal
 * to this process's group reaches it or the command.
 */
final class Watched {
    /** The log inside the folder: the command's standard output and error. */
    static final String LOG = "server.log";

    private static final String SCRIPT = "watch.sh";

    private final Process parent;

    private Watched(Process parent) {
        this.parent = parent;
    }

    /** What the parent is. */
    sealed interface Parent {
        /** A shell script: for POSIX. */
        record Shell() implements Parent {}

        /**
         * A small Java process: for Windows.
         *
         * @param home the JDK or JRE to run it
         */
        record Java(Path home) implements Parent {}
    }

    /**
     * @param folder removed when this process ends or calls {@link #end}; its {@code data/postmaster.pid}, if there is
     *     one, names the process to stop
     */
    static Watched start(Parent parent, Path folder, List<String> command) throws IOException {
        List<String> line = new ArrayList<>(newSession());
        switch (parent) {
            case Parent.Shell shell -> {
                Path script = folder.resolve(SCRIPT);
                try (InputStream source = Watched.class.getResourceAsStream(SCRIPT)) {
                    if (!Files.exists(script)) {
                        Files.copy(source, script);
                    }
                }
                line.addAll(List.of("/bin/sh", script.toString()));
            }
            case Parent.Java java -> line.addAll(javaCommand(java.home()));
        }
        line.add(folder.toString());
        line.addAll(command);
        var builder = Tools.command(line).directory(folder.getParent().toFile()).redirectErrorStream(true);
        if (parent instanceof Parent.Java) {
            // It opens the log itself: on Windows nobody could remove the file while this process's handle is open.
            builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        } else {
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(LOG).toFile()));
        }
        return new Watched(builder.start());
    }

    private static List<String> newSession() {
        if (Tools.WINDOWS) {
            return List.of();
        }
        Optional<Path> setsid = Tools.find("setsid");
        if (setsid.isPresent()) {
            return List.of(setsid.get().toString());
        }
        return Tools.find("perl")
                .map(perl -> List.of(perl.toString(), "-MPOSIX", "-e", "POSIX::setsid(); exec @ARGV"))
                .orElse(List.of());
    }

    private static List<String> javaCommand(Path home) throws IOException {
        // javaw has no console, so Ctrl-C does not reach it.
        Path java = home.resolve("bin").resolve(Tools.WINDOWS ? "javaw.exe" : "java");
        try {
            Path classes = Path.of(Watch.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            return List.of(java.toString(), "-Xmx16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                    "-cp", classes.toString(), Watch.class.getName());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /** Whether the parent still runs; it ends with its command. */
    boolean alive() {
        return parent.isAlive();
    }

    /** The command's exit code, once it has ended by itself. */
    int exitCode() {
        return parent.exitValue();
    }

    /** Waits for the command to end by itself. An interrupt does not shorten it: what was started must end. */
    boolean await(long seconds) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return parent.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Has the command stopped and the folder removed.
     *
     * @return whether that is done; if not, the parent is gone or hangs
     */
    boolean end(long seconds) {
        boolean running = parent.isAlive();
        try {
            parent.getOutputStream().close();
        } catch (IOException e) {
            // The parent is gone: nothing to tell it.
            running = false;
        }
        boolean ended = await(seconds);
        if (!ended) {
            parent.destroyForcibly();
        }
        return running && ended && parent.exitValue() == 0;
    }
}
