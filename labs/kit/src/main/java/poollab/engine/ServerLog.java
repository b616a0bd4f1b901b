package poollab.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a server or initdb wrote before it failed.
 *
 * @param text the whole log; empty when there is none
 */
record ServerLog(String text) {
    private static final int SHOWN = 5;
    private static final Pattern TELLING = Pattern.compile(
            "FATAL|PANIC|ERROR|HINT|DETAIL|could not|unrecognized|invalid|error:|not found|denied");

    static ServerLog of(Path folder) {
        try {
            return new ServerLog(new String(Files.readAllBytes(folder.resolve(Watched.LOG)), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return new ServerLog("");
        }
    }

    boolean addressInUse() {
        return text.contains("could not bind") && text.contains("in use") || text.contains("WSAEADDRINUSE");
    }

    boolean userHasNoName() {
        return text.contains("could not look up effective user ID");
    }

    /** The last lines that say why, or just the last ones. */
    String reason() {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        List<String> telling = lines.stream()
                .filter(line -> TELLING.matcher(line).find())
                .toList();
        List<String> shown = telling.isEmpty() ? lines : telling;
        return shown.isEmpty()
                ? "it wrote nothing"
                : String.join("\n", shown.subList(Math.max(0, shown.size() - SHOWN), shown.size()));
    }

    /** What to say to a learner when {@code what} failed. */
    EnvironmentMissing failure(String what, Folders folders, Path at) {
        if (Disk.isFull(text)) {
            return folders.explain(what, at, new IOException("No space left on device"));
        }
        return new EnvironmentMissing(what + ":\n" + reason(), advice());
    }

    private String advice() {
        if (userHasNoName()) {
            return "Run the lab as a user that has a name: one with a line in /etc/passwd.";
        }
        if (text.contains("shared memory") || text.contains("semaphores")) {
            return "End other database servers on this machine, or raise the operating system's limits for shared "
                    + "memory.";
        }
        if (text.contains("has invalid permissions") || text.contains("Operation not permitted")) {
            return "Set LAB_HOME to a folder on a local disk that knows file permissions, for example: "
                    + "export LAB_HOME=/var/tmp/pool-lab";
        }
        if (text.contains("Permission denied") || text.contains("not found") || text.contains("shared libraries")) {
            return "The packaged PostgreSQL cannot be executed there: set LAB_CACHE to a folder on a disk that is not "
                    + "mounted noexec.";
        }
        return "./lab doctor says what this machine can run.";
    }
}
