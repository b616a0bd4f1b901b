package poollab.engine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds and ends the processes of a server that nobody watches over any more. */
final class Processes {
    private static final Path PROC = Path.of("/proc");
    private static final int KILL_TRIES = 400;
    private static final int REMOVE_TRIES = 20;

    private Processes() {}

    /** Ends the processes that certainly belong to this data folder, and no other. */
    static void killAllIn(Path data) {
        for (int tries = 0; tries < KILL_TRIES; tries++) {
            List<ProcessHandle> found = Files.isDirectory(PROC.resolve("self")) ? workingIn(data) : named(data);
            if (found.isEmpty()) {
                return;
            }
            found.forEach(ProcessHandle::destroyForcibly);
            // Not onExit(): for processes that are not our children it looks only every few seconds.
            pause(5);
        }
    }

    /** Linux: every process of a server works in its data folder. */
    private static List<ProcessHandle> workingIn(Path data) {
        List<ProcessHandle> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (data.equals(folderOf(process))) {
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString())).ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return found;
    }

    private static Path folderOf(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("cwd"));
        } catch (IOException e) {
            // Gone meanwhile, or somebody else's.
            return null;
        }
    }

    /** Elsewhere: the process that postmaster.pid names, if the data folder stands in its command line. */
    private static List<ProcessHandle> named(Path data) {
        return PidFile.read(data)
                .flatMap(file -> ProcessHandle.of(file.pid()))
                .filter(process -> process.info().commandLine().orElse("").contains(data.toString()))
                .map(postmaster -> {
                    List<ProcessHandle> all = new ArrayList<>(List.of(postmaster));
                    postmaster.descendants().forEach(all::add);
                    return all;
                })
                .orElse(new ArrayList<>());
    }

    /** Removes the folder of a server that is dead; its last breath may still write into it. */
    static void remove(Path folder) throws IOException {
        PidFile.read(folder.resolve("data")).ifPresent(PidFile::releaseMemory);
        for (int tries = 1; ; tries++) {
            try {
                Disk.delete(folder);
                return;
            } catch (IOException e) {
                if (tries == REMOVE_TRIES) {
                    throw e;
                }
                pause(50);
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
