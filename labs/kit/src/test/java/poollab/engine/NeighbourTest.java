package poollab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class NeighbourTest {
    @TempDir
    Path home;

    private Neighbour start(boolean refusesRoot, String script) {
        return Neighbour.start(Bench.folders(home), refusesRoot, folder -> {
            Files.writeString(folder.resolve("setup.txt"), "from the setup\n");
            return List.of("/bin/sh", "-c", script, folder.toString());
        });
    }

    @Test
    void closing_ends_the_program_and_removes_its_folder() throws Exception {
        Neighbour neighbour = start(false, "exec sleep 60");
        Bench.eventually("it has begun", () -> Bench.sessionFiles(home).stream().anyMatch(f -> Files.exists(f.resolve("pid"))));
        long pid = neighbour.pid();
        assertThat(Bench.lives(pid)).isTrue();
        assertThat(neighbour.alive()).isTrue();

        neighbour.close();
        neighbour.close();

        assertThat(Bench.lives(pid)).isFalse();
        assertThat(neighbour.alive()).isFalse();
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }

    @Test
    void a_killed_one_starts_again_in_its_folder() throws Exception {
        try (Neighbour neighbour = start(false, "exec sleep 60")) {
            Bench.eventually("it has begun", () -> Files.exists(neighbour.folder().resolve("pid")));
            long first = neighbour.pid();

            neighbour.kill();

            assertThat(Bench.lives(first)).isFalse();
            assertThat(neighbour.alive()).isFalse();
            assertThat(neighbour.folder().resolve("setup.txt")).exists();

            neighbour.restart();
            Bench.eventually("it has begun again", () -> Files.exists(neighbour.folder().resolve("pid")));
            assertThat(neighbour.pid()).isNotEqualTo(first);
            assertThat(neighbour.alive()).isTrue();
        }
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }

    @Test
    void one_that_ends_by_itself_leaves_its_last_words() throws Exception {
        try (Neighbour neighbour = start(false, "cat \"$0/setup.txt\"; echo 'error: no port' >&2; exit 7")) {
            Bench.eventually("it has ended", () -> !neighbour.alive());
            assertThat(neighbour.lastWords()).isEqualTo("error: no port");
        }
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }

    @Test
    void one_that_refuses_root_runs_as_somebody_else_and_reads_its_files() throws Exception {
        Bench.assumeRoot(home);
        try (Neighbour neighbour = start(true, "test \"$(id -u)\" != 0 && cat \"$0/setup.txt\"")) {
            Bench.eventually("it has ended", () -> !neighbour.alive());
            assertThat(neighbour.lastWords()).isEqualTo("from the setup");
        }
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }

    @Test
    void when_its_watcher_is_killed_closing_ends_it_all_the_same() throws Exception {
        Neighbour neighbour = start(false, "exec sleep 60");
        Bench.eventually("it has begun", () -> Bench.sessionFiles(home).stream().anyMatch(f -> Files.exists(f.resolve("pid"))));
        long pid = neighbour.pid();
        ProcessHandle.of(pid).flatMap(ProcessHandle::parent).ifPresent(ProcessHandle::destroyForcibly);
        neighbour.close();
        Bench.eventually("it is gone", () -> !Bench.lives(pid));
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }
}
