package poollab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LifetimeTest {
    @TempDir
    Path home;

    private EmbeddedPostgres start(String parent) {
        var options = EmbeddedPostgres.Options.standard();
        return EmbeddedPostgres.start(Bench.folders(home), parent.equals("java") ? options.withJavaWatcher() : options);
    }

    private static List<ProcessHandle> children() {
        return ProcessHandle.current().descendants().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shell", "java"})
    void closing_leaves_no_process_and_no_file(String parent) throws Exception {
        var server = start(parent);
        Connection open = Postgres.connect(server.url(), server.application(), "test");
        assertThat(children()).isNotEmpty();
        server.close();
        assertThat(Bench.lives(server.pid())).isFalse();
        assertThat(Bench.sessionFiles(home)).isEmpty();
        assertThat(server.alive()).isFalse();
        assertThatThrownBy(() -> Postgres.query(open, "select 1")).isInstanceOf(SQLException.class);
        open.close();
        server.close();
        Bench.eventually("no process is left", () -> children().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"shell", "java"})
    void a_killed_server_is_dead_at_once_and_can_still_be_closed(String parent) throws Exception {
        var server = start(parent);
        try (Connection open = Postgres.connect(server.url(), server.application(), "test")) {
            server.kill();
            assertThat(server.alive()).isFalse();
            assertThat(Bench.lives(server.pid())).isFalse();
            assertThatThrownBy(() -> Postgres.query(open, "select 1")).isInstanceOf(SQLException.class);
        }
        server.kill();
        assertThat(server.folder()).exists();
        server.close();
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }

    @Test
    void a_busy_backend_does_not_survive_a_kill() throws Exception {
        try (var server = start("shell"); Connection open = Postgres.connect(server.url(), server.application(), "test")) {
            long backend = Long.parseLong(Postgres.query(open, "select pg_backend_pid()"));
            Thread.ofPlatform().start(() -> {
                try {
                    Postgres.query(open, "select count(*) from generate_series(1, 100000000)");
                } catch (SQLException e) {
                    // The crash.
                }
            });
            server.kill();
            Bench.eventually("the backend is gone", () -> !Bench.lives(backend));
        }
    }

    @Test
    void an_interrupted_thread_closes_all_the_same() throws Exception {
        var server = start("shell");
        Thread.currentThread().interrupt();
        server.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Bench.lives(server.pid())).isFalse();
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shell", "java"})
    void a_process_killed_with_9_leaves_no_server_and_no_folder(String parent) throws Exception {
        try (var process = ServerProcess.launch(home, Bench.CACHE, parent).awaitReady()) {
            process.kill();
            Bench.eventually("the server is gone", () -> !Bench.lives(process.server()));
            Bench.eventually("the folder and its lock are gone", () -> Bench.sessionFiles(home).isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shell", "java"})
    void a_process_killed_with_9_leaves_no_standby_either(String parent) throws Exception {
        try (var process = ServerProcess.launch(home, Bench.CACHE, parent, "standby").awaitReady()) {
            assertThat(Bench.lives(process.standby())).isTrue();
            process.kill();
            Bench.eventually("the standby is gone", () -> !Bench.lives(process.standby()));
            Bench.eventually("the server is gone", () -> !Bench.lives(process.server()));
            Bench.eventually("their folders and locks are gone", () -> Bench.sessionFiles(home).isEmpty());
        }
    }

    @Test
    void a_process_told_to_stop_leaves_no_server_and_no_folder() throws Exception {
        try (var process = ServerProcess.launch(home, Bench.CACHE, "shell").awaitReady()) {
            process.terminate();
            Bench.eventually("the server is gone", () -> !Bench.lives(process.server()));
            Bench.eventually("the folder and its lock are gone", () -> Bench.sessionFiles(home).isEmpty());
        }
    }

    @Test
    void signals_to_the_watching_parent_do_nothing() throws Exception {
        try (var process = ServerProcess.launch(home, Bench.CACHE, "shell").awaitReady()) {
            for (ProcessHandle watcher : process.watchers()) {
                for (String signal : List.of("INT", "HUP", "TERM")) {
                    assertThat(Tools.succeeds(List.of("kill", "-" + signal, Long.toString(watcher.pid())))).isTrue();
                }
            }
            Thread.sleep(200);
            assertThat(process.watchers()).isNotEmpty();
            assertThat(Bench.lives(process.server())).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shell", "java"})
    void when_the_watching_parent_is_killed_too_the_next_start_sweeps(String parent) throws Exception {
        try (var process = ServerProcess.launch(home, Bench.CACHE, parent).awaitReady()) {
            List<ProcessHandle> watchers = process.watchers();
            assertThat(watchers).isNotEmpty();
            watchers.forEach(ProcessHandle::destroyForcibly);
            process.kill();
            Thread.sleep(300);
            assertThat(Bench.lives(process.server())).isTrue();
            assertThat(process.folder()).exists();
            try (var next = start("shell")) {
                assertThat(Bench.lives(process.server())).isFalse();
                assertThat(process.folder()).doesNotExist();
                assertThat(Bench.sessionFiles(home)).hasSize(2).allMatch(file -> file.toString().startsWith(next.folder().toString()));
            }
        }
    }

    @Test
    void when_only_the_watching_parent_is_killed_closing_cleans_up() throws Exception {
        Bench.assumeLinux();
        var server = start("shell");
        long postmaster = server.pid();
        ProcessHandle watcher = ProcessHandle.of(postmaster).orElseThrow().parent().orElseThrow();
        // The shell's other half reads the pipe, which Java closes as soon as the shell is dead; it would stop the server.
        watcher.children().filter(child -> child.pid() != postmaster).forEach(ProcessHandle::destroyForcibly);
        watcher.destroyForcibly();
        Bench.eventually("the parent is gone", () -> !watcher.isAlive());
        assertThat(Bench.lives(postmaster)).isTrue();
        server.close();
        assertThat(Bench.lives(postmaster)).isFalse();
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }

    @Test
    void what_is_left_of_a_killed_parent_stops_the_server() throws Exception {
        Bench.assumeLinux();
        var server = start("shell");
        long postmaster = server.pid();
        ProcessHandle.of(postmaster).orElseThrow().parent().orElseThrow().destroyForcibly();
        Bench.eventually("the server is gone", () -> !Bench.lives(postmaster));
        server.close();
        assertThat(Bench.sessionFiles(home)).isEmpty();
    }

    @Test
    void a_sweep_leaves_the_living_alone_and_believes_no_stale_pid() throws Exception {
        try (var process = ServerProcess.launch(home, Bench.CACHE, "shell").awaitReady(); var own = start("shell")) {
            // A dead session's file that names a process which is something else today.
            Path stale = home.resolve("sessions/stale/data");
            Files.createDirectories(stale);
            Files.writeString(stale.resolve("postmaster.pid"), ProcessHandle.current().pid() + "\n");
            try (var third = start("shell")) {
                assertThat(stale.getParent()).doesNotExist();
                assertThat(Bench.lives(process.server())).isTrue();
                assertThat(process.folder()).exists();
                assertThat(own.alive()).isTrue();
                assertThat(third.port()).isNotEqualTo(own.port());
                own.observe().close();
            }
        }
    }

    @Test
    void the_server_holds_none_of_our_files_open() throws Exception {
        Bench.assumeLinux();
        Path marker = Files.createFile(home.resolve("marker"));
        try (var held = Files.newInputStream(marker); var server = start("shell")) {
            assertThat(held.read()).isEqualTo(-1);
            for (ProcessHandle process : children()) {
                assertThat(openFiles(process))
                        .noneMatch(file -> file.equals(marker.toString()) || file.endsWith(".lock") || file.endsWith(".jar"));
            }
            assertThat(server.alive()).isTrue();
        }
    }

    /** Empty when the process has ended meanwhile. */
    private static List<String> openFiles(ProcessHandle process) {
        List<String> files = new ArrayList<>();
        try (var handles = Files.newDirectoryStream(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            for (Path handle : handles) {
                files.add(Files.readSymbolicLink(handle).toString());
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        return files;
    }

    @Test
    void the_watching_parent_has_a_session_of_its_own() throws Exception {
        Bench.assumeLinux();
        Assumptions.assumeTrue(Tools.find("setsid").isPresent() || Tools.find("perl").isPresent());
        try (var server = start("shell")) {
            assertThat(sessionOf(server.pid())).isNotEqualTo(sessionOf(ProcessHandle.current().pid()));
        }
    }

    private static String sessionOf(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
    }
}
