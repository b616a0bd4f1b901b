package poollab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A program beside the server, such as a pooler, kept as the server is: in a folder of its own, and ended with this
 * process, however that ends. For systems with a POSIX shell.
 */
public final class Neighbour implements AutoCloseable {
    private static final long STOP_SECONDS = 15;
    private static final String PID = "pid";

    /** It works in {@code data}, where a sweep looks for processes that nobody watches over any more. */
    private static final String BEGIN =
            "cd \"$0/data\" && echo $$ >\"$0/pid.new\" && mv \"$0/pid.new\" \"$0/pid\" && exec \"$@\"";

    private final SessionFolder session;
    private final List<String> command;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Watched watched;

    private Neighbour(SessionFolder session, List<String> command) throws IOException {
        this.session = session;
        this.command = command;
        this.watched = begin();
    }

    private Watched begin() throws IOException {
        Files.deleteIfExists(session.path().resolve(PID));
        return Watched.start(new Watched.Parent.Shell(), session.path(), command);
    }

    /** Whether this system has a POSIX shell to keep it with. */
    public static boolean possible() {
        return !Tools.WINDOWS;
    }

    /** Writes what the program needs into its folder, and says how to start it. */
    public interface Setup {
        List<String> command(Path folder) throws IOException;
    }

    /**
     * Starts it, and does not wait until it is ready.
     *
     * @param refusesRoot whether it is to run as somebody else when this is root
     * @throws EnvironmentMissing when this machine cannot: no room, no permission
     */
    public static Neighbour start(Folders folders, boolean refusesRoot, Setup setup) {
        Folders prepared = folders.prepare();
        SessionFolder session = null;
        try {
            session = SessionFolder.open(prepared);
            Path folder = session.path();
            Disk.createFolder(folder.resolve("data"));
            List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", BEGIN, folder.toString()));
            command.addAll(setup.command(folder));
            RunAs runAs = refusesRoot ? RunAs.detect(folder) : RunAs.SELF;
            runAs.passThrough(prepared);
            runAs.own(folder);
            return new Neighbour(session, runAs.command(command));
        } catch (IOException e) {
            closeQuietly(session);
            throw prepared.explain("Cannot start a program beside the server", prepared.sessions(), e);
        } catch (RuntimeException | Error e) {
            closeQuietly(session);
            throw e;
        }
    }

    private static void closeQuietly(SessionFolder session) {
        try {
            if (session != null) session.close();
        } catch (IOException e) {
            // The next start sweeps. What went wrong before matters more.
        }
    }

    /** Its process id, once it has begun. */
    public long pid() throws IOException {
        return Long.parseLong(Files.readString(session.path().resolve(PID)).strip());
    }

    /** Its folder, with what the setup wrote. */
    public Path folder() {
        return session.path();
    }

    /** Ends it at once, as a crash would. Its folder stays. Nothing when it does not run. */
    public void kill() {
        Processes.killAllIn(session.path().resolve("data"));
        watched.await(STOP_SECONDS);
    }

    /** Starts it anew in the same folder, with the same command, when it has ended; and does not wait until it is ready. */
    public void restart() throws IOException {
        if (closed.get()) throw new IllegalStateException("it was closed");
        if (!watched.alive()) watched = begin();
    }

    public boolean alive() {
        return !closed.get() && watched.alive();
    }

    /** The last lines of what it wrote to its standard output and error: those that tell why, if there are such. */
    public String lastWords() {
        return ServerLog.of(session.path()).reason();
    }

    /** Ends it and removes its folder. Safe to call twice. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) return;
        try (session) {
            watched.end(STOP_SECONDS);
        } catch (IOException e) {
            throw new EnvironmentMissing(
                    "The folder " + session.path() + " could not be removed: " + Disk.reason(e) + ".",
                    "Remove it by hand, or start a lab again: it removes what dead sessions left behind.",
                    e);
        }
    }
}
