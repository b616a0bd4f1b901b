package poollab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines that cannot, and what they are told. */
class MachineTest {
    @TempDir
    Path temporary;

    private EmbeddedPostgres start(Path home) {
        return EmbeddedPostgres.start(Bench.folders(home), EmbeddedPostgres.Options.standard());
    }

    @Test
    void a_file_where_the_home_should_be_is_said_so() throws Exception {
        Path file = Files.createFile(temporary.resolve("file"));
        assertThatThrownBy(() -> start(file))
                .isInstanceOfSatisfying(EnvironmentMissing.class, e -> assertThat(e.advice()).contains("Set LAB_HOME"))
                .hasMessage("Cannot create the folder " + file + ": " + file + " is a file, not a folder.");
    }

    @Test
    void a_home_that_cannot_be_written_is_said_so() throws Exception {
        Path home = Bench.isRoot(temporary) ? Path.of("/proc/lab") : temporary.resolve("locked/lab");
        if (!Bench.isRoot(temporary)) {
            Files.createDirectory(home.getParent(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-x------")));
        }
        assertThatThrownBy(() -> start(home))
                .isInstanceOfSatisfying(EnvironmentMissing.class,
                        e -> assertThat(e.advice()).startsWith("Set LAB_HOME to a folder you can write, for example:"))
                .hasMessageStartingWith("Cannot create the folder " + home + ": ");
    }

    @Test
    void a_small_disk_is_said_so_with_both_figures_before_anything_is_copied() throws Exception {
        Bench.assumeRoot(temporary);
        Path small = Files.createDirectory(temporary.resolve("small"));
        Assumptions.assumeTrue(Tools.succeeds(List.of("mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", small.toString())));
        try {
            assertThatThrownBy(() -> start(small))
                    .isInstanceOfSatisfying(EnvironmentMissing.class, e -> assertThat(e.advice()).contains("LAB_HOME"))
                    .hasMessageMatching("Not enough room on the disk of .*: a session needs 1\\d\\d MB, 20 MB are free\\.");
            assertThat(Bench.sessionFiles(small)).isEmpty();
            assertThatThrownBy(() -> EmbeddedPostgres.start(Folders.at(small), EmbeddedPostgres.Options.standard()))
                    .isInstanceOf(EnvironmentMissing.class)
                    .hasMessageMatching("Not enough room on the disk of .*: unpacking PostgreSQL 18.6 needs 65 MB, 20 MB are free\\.");
        } finally {
            Tools.succeeds(List.of("umount", small.toString()));
        }
    }

    @Test
    void a_disk_that_fills_up_meanwhile_is_said_so_too() {
        Folders folders = Folders.at(temporary);
        assertThat(folders.explain("Cannot unpack", temporary, new IOException("x: No space left on device")))
                .hasMessageMatching("Cannot unpack: the disk of .* is full, [\\d,]+ MB are free\\.");
        var log = new ServerLog("FATAL:  could not write lock file \"postmaster.pid\": No space left on device\n");
        assertThat(log.failure("PostgreSQL did not start", folders, temporary)).hasMessageContaining("is full");
    }

    @Test
    void a_failed_start_shows_the_telling_lines_of_the_log() {
        var log = new ServerLog("LOG:  starting\nFATAL:  could not create shared memory segment\nHINT:  raise SHMMAX\nLOG:  shut down\n");
        EnvironmentMissing failure = log.failure("PostgreSQL did not start", Folders.at(temporary), temporary);
        assertThat(failure).hasMessage("PostgreSQL did not start:\nFATAL:  could not create shared memory segment\nHINT:  raise SHMMAX");
        assertThat(failure.advice()).contains("shared memory");
    }

    @Test
    void platforms_have_the_names_of_their_packages() {
        assertThat(Binaries.platform("Linux", "amd64")).isEqualTo("linux-x86_64");
        assertThat(Binaries.platform("Linux", "aarch64")).isEqualTo("linux-arm_64");
        assertThat(Binaries.platform("Mac OS X", "aarch64")).isEqualTo("darwin-arm_64");
        assertThat(Binaries.platform("Windows 11", "amd64")).isEqualTo("windows-x86_64");
    }

    @Test
    void root_can_run_it_as_nobody_where_namespaces_are_forbidden() throws Exception {
        Bench.assumeRoot(temporary);
        for (RunAs nobody : List.of(RunAs.SETPRIV, RunAs.RUNUSER, RunAs.SU)) {
            Assumptions.assumeTrue(Tools.succeeds(nobody.command(List.of("test", "-x", Bench.CACHE.getParent().toString()))));
            var options = EmbeddedPostgres.Options.standard();
            try (var server = EmbeddedPostgres.start(Bench.folders(temporary), options, nobody);
                    Connection observer = server.observe()) {
                assertThat(Postgres.query(observer, "select 1")).isEqualTo("1");
                assertThat((int) Files.getAttribute(Path.of("/proc", Long.toString(server.pid())), "unix:uid")).isEqualTo(65534);
            }
            assertThat(Bench.sessionFiles(temporary)).isEmpty();
        }
    }
}
