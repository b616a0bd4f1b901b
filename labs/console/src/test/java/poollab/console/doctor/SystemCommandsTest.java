package poollab.console.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import poollab.console.doctor.Commands.Ended;
import poollab.console.doctor.Commands.Hung;
import poollab.console.doctor.Commands.NotStarted;

@DisabledOnOs(OS.WINDOWS)
class SystemCommandsTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    Path bin;

    @Test
    void aProgramIsFoundOnThePathAndNowhereElse() throws IOException {
        Path tool = script("tool", "echo hello; echo oops >&2; exit 3");
        Files.createDirectory(bin.resolve("folder"));
        Files.writeString(bin.resolve("text"), "not executable");

        assertThat(commands().find("tool")).contains(tool);
        assertThat(List.of("folder", "text", "sh")).allSatisfy(name -> assertThat(commands().find(name)).isEmpty());
        assertThat(commands().run(Duration.ofSeconds(10), "tool")).isEqualTo(new Ended(3, "hello\noops"));
        assertThat(commands().run(SHORT, "absent")).isInstanceOf(NotStarted.class);
    }

    @Test
    void aHangingDockerDoesNotHangTheDoctor() throws Exception {
        // The grandchild keeps the pipe open, as clients with plug-ins do.
        script("docker", "/bin/sleep 30 & echo $! >'" + bin.resolve("grandchild") + "'; wait");
        Facts facts = Facts.here();

        Diagnosis diagnosis = new Doctor(facts, commands(), bin, SHORT).examine();

        assertThat(diagnosis.checks()).filteredOn(check -> check.id().equals("docker")).singleElement()
                .satisfies(check -> assertThat(check.found()).startsWith("client found, no answer within"));
        long grandchild = Long.parseLong(Files.readString(bin.resolve("grandchild")).strip());
        ProcessHandle.of(grandchild).ifPresent(left -> left.onExit().orTimeout(5, java.util.concurrent.TimeUnit.SECONDS).join());
    }

    @Test
    void aHungProgramIsEnded() throws IOException {
        script("slow", "exec /bin/sleep 30");

        assertThat(commands().run(SHORT, "slow")).isEqualTo(new Hung(SHORT));
    }

    private SystemCommands commands() {
        return new SystemCommands(bin.toString(), false);
    }

    private Path script(String name, String body) throws IOException {
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + body + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
