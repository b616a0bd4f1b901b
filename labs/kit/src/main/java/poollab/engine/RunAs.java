package poollab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * PostgreSQL refuses to run as root. This says how to start it as somebody else, or as nobody at all.
 *
 * @param prefix what to put before a command; empty for an ordinary user
 * @param changesOwner whether files must be given to user 65534 ("nobody" nearly everywhere)
 */
record RunAs(List<String> prefix, boolean changesOwner) {
    private static final int NOBODY = 65534;

    static final RunAs SELF = new RunAs(List.of(), false);

    /** In a user namespace of its own the process has no name, and its files are still its own. */
    static final RunAs NAMESPACE = new RunAs(List.of("unshare", "-U", "--"), false);

    static final RunAs SETPRIV = new RunAs(
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"), true);

    static final RunAs RUNUSER = new RunAs(List.of("runuser", "-u", "nobody", "--"), true);

    static final RunAs SU = new RunAs(List.of("su", "-s", "/bin/sh", "-c", "exec \"$0\" \"$@\"", "nobody", "--"), true);

    // Asked once: the answer costs processes and does not change.
    private static Optional<RunAs> forRoot;

    RunAs {
        prefix = List.copyOf(prefix);
    }

    /**
     * @param own a file this process has made
     * @throws EnvironmentMissing when this is root and no way works
     */
    static RunAs detect(Path own) throws IOException {
        boolean root = own.getFileSystem().supportedFileAttributeViews().contains("unix")
                && (int) Files.getAttribute(own, "unix:uid") == 0;
        if (!root) {
            return SELF;
        }
        return forRoot().orElseThrow(() -> new EnvironmentMissing(
                "PostgreSQL refuses to run as root, and none of unshare, setpriv, runuser and su works here to run it "
                        + "as somebody else.",
                "Run the lab as an ordinary user."));
    }

    private static synchronized Optional<RunAs> forRoot() {
        if (forRoot == null) {
            forRoot = Stream.of(NAMESPACE, SETPRIV, RUNUSER, SU).filter(RunAs::works).findFirst();
        }
        return forRoot;
    }

    boolean works() {
        return Tools.succeeds(command(List.of("/bin/sh", "-c", changesOwner
                ? "test \"$(id -u)\" = " + NOBODY : "test \"$(id -u)\" != 0")));
    }

    List<String> command(List<String> command) {
        return Stream.concat(prefix.stream(), command.stream()).toList();
    }

    /** Gives a folder and all in it to whom the server will run as. */
    void own(Path folder) throws IOException {
        if (changesOwner) {
            Disk.give(folder, NOBODY, NOBODY);
        }
    }

    /** Lets whom the server will run as pass through our folders, without seeing what is in them. */
    void passThrough(Folders folders) throws IOException {
        if (!changesOwner) {
            return;
        }
        for (Path folder : List.of(folders.home(), folders.cache(), folders.sessions())) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
            if (permissions.add(PosixFilePermission.OTHERS_EXECUTE)) {
                Files.setPosixFilePermissions(folder, permissions);
            }
        }
        if (!Tools.succeeds(command(List.of("/bin/sh", "-c", "cd \"$0\"", folders.sessions().toString())))) {
            throw new EnvironmentMissing(
                    "PostgreSQL refuses to run as root, and as user nobody it cannot reach " + folders.sessions() + ".",
                    "Run the lab as an ordinary user, or set LAB_HOME to a folder others may enter, for example: "
                            + "export LAB_HOME=/var/tmp/pool-lab");
        }
    }
    /** Lets whom the server will run as execute the programs. */
    void open(Binaries binaries) throws IOException {
        if (changesOwner && !Tools.succeeds(command(List.of(binaries.program("postgres"), "--version")))) {
            Disk.share(binaries.folder().getParent());
        }
    }
}
