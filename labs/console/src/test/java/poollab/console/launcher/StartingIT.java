package poollab.console.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class StartingIT {
    @TempDir
    Path world;

    @Test
    void aChainOfLinksLeadsToTheCheckout() throws IOException {
        Checkout checkout = new Checkout(world);
        Checkout.mkdir(world.resolve("links/deep"));
        Checkout.link(world.resolve("links/deep/inner"), Path.of("../../checkout/lab"));
        Checkout.link(world.resolve("links/outer"), world.resolve("links/deep/inner"));

        Ran ran = Ran.start(checkout.process(List.of(world.resolve("links/outer").toString()))).end();

        assertThat(ran.out()).contains("[-Dlab.root=" + checkout.root.toRealPath() + "]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash", "busybox", "zsh", "ksh"})
    void everyShellStartsIt(String shell) {
        Path program = Stream.of("/bin", "/usr/bin").map(f -> Path.of(f, shell)).filter(Files::isExecutable)
                .findFirst().orElse(null);
        assumeTrue(program != null, shell + " is not installed");
        Checkout checkout = new Checkout(world);
        List<String> command = new ArrayList<>(List.of(program.toString()));
        if (shell.equals("busybox")) command.add("ash");
        command.add("lab");

        var process = checkout.process(command).directory(checkout.root.toFile());
        Ran ran = Ran.start(process).end();

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.err()).matches("building Pool Lab .* \\d+ s\n");
        assertThat(ran.out()).contains("[poollab.console.Main]");
    }

    @Test
    void argumentsArriveAsTheyWereGiven() {
        Ran ran = new Checkout(world).lab("run", "two words", "", "*", "$HOME", "ü");

        assertThat(ran.out()).endsWith("[poollab.console.Main]\n[run]\n[two words]\n[]\n[*]\n[$HOME]\n[ü]\n");
    }

    @Test
    void theJvmTakesTheLaunchersPlaceSoThatSignalsReachIt() {
        Ran.Running running = Ran.start(new Checkout(world).command());
        long launcher = running.process().pid();

        assertThat(running.end().out()).contains("pid " + launcher + "\n");
    }

    @Test
    void aPipeIsToldFromATerminal() {
        Checkout checkout = new Checkout(world);

        assertThat(checkout.lab().out()).contains("[-Dlab.tty=false]").doesNotContain("lab.columns");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script gives a terminal");
        checkout.environment.put("COLUMNS", "93");
        String inTerminal = "stty cols 61 && exec '" + checkout.root.resolve("lab") + "'";
        Ran ran = Ran.start(checkout.process(List.of("/usr/bin/script", "-qec", inTerminal, "/dev/null"))).end();
        assertThat(ran.out()).contains("[-Dlab.tty=true]").contains("[-Dlab.columns=61]");
    }

    @Test
    void theCLocaleMeansAscii() {
        Checkout checkout = new Checkout(world);
        checkout.environment.put("LANG", "C");

        Ran ran = checkout.lab();

        assertThat(ran.err()).contains("libraries) ... ").doesNotContain("…");
        assertThat(ran.out()).contains("[-Dlab.ascii=true]");
    }

    @Test
    void aPathWithBlanksAndUmlautsWorksInTheCLocale() {
        Checkout checkout = new Checkout(world, "über lab/ö x").withRealApp();
        checkout.environment.put("LANG", "C");

        Ran ran = checkout.lab("--version");
        Ran again = checkout.lab("--version");

        assertThat(ran.out()).startsWith("Pool Lab ");
        assertThat(again.out()).startsWith("Pool Lab ");
        assertThat(again.err()).isEmpty();
    }

    @Test
    void aCacheThatDoesNotFitIsPassedOverInSilence() throws IOException {
        Checkout checkout = new Checkout(world).withRealApp();
        checkout.lab("--version");
        Path cache;
        try (Stream<Path> files = Files.list(checkout.build())) {
            cache = files.filter(file -> file.toString().endsWith(".aot")).findFirst().orElseThrow();
        }
        byte[] good = Files.readAllBytes(cache);

        assertThat(good).as("trained").hasSizeGreaterThan(1_000_000);
        assertSilent("good", checkout.lab("--version"));
        Files.write(cache, Arrays.copyOf(good, 100_000));
        assertSilent("truncated", checkout.lab("--version"));
        Files.writeString(cache, "no cache at all");
        assertSilent("garbage", checkout.lab("--version"));
        Files.write(cache, good);
        Checkout.touch(checkout.build().resolve("lab.jar"));
        assertSilent("of another app", checkout.lab("--version"));
    }

    private static void assertSilent(String cache, Ran ran) {
        assertThat(ran.exit()).as(cache).isZero();
        assertThat(ran.out()).as(cache).startsWith("Pool Lab ").doesNotContain("[warning]", "[error]");
        assertThat(ran.err()).as(cache).isEmpty();
    }

    @Test
    void aFailedTrainingCostsOnlyTheGain() throws IOException {
        Checkout checkout = new Checkout(world);
        Checkout.script(world.resolve("jdks/jdk-25.0.1/bin/java"), """
                case "$*" in *AOTCacheOutput*) echo trained >>'%s'; exit 1 ;; esac
                echo started "$*"
                """.formatted(world.resolve("trainings")));

        Ran first = checkout.lab();
        Ran second = checkout.lab();

        assertThat(first.out()).startsWith("started").doesNotContain("AOTCache");
        assertThat(second.err()).isEmpty();
        assertThat(Files.readAllLines(world.resolve("trainings"))).as("one with each command, once").hasSize(2);
    }

    @Test
    void eachJdkIsTrainedOnce() {
        Checkout checkout = new Checkout(world);
        checkout.lab();
        checkout.environment.put("JAVA_HOME", checkout.jdk("26").toString());

        Ran first = checkout.lab();
        Ran second = checkout.lab();

        assertThat(first.err()).startsWith("preparing Pool Lab for the Java in ");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).contains("[-XX:AOTCache=" + checkout.build() + "/Test-26.aot]");
        assertThat(checkout.mavenCalls()).hasSize(1);
    }

    @Test
    void anotherUserRunsACheckoutThatOnlyItsOwnerCanWrite() throws IOException {
        assumeTrue(Ran.run(List.of("id", "-u")).out().strip().equals("0"), "only root can become another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "setpriv makes the other user");
        Checkout checkout = new Checkout(world).withRealApp();
        checkout.lab("--version");
        open(world);
        List<String> asNobody = List.of("/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--",
                checkout.root.resolve("lab").toString(), "--version");
        checkout.environment.put("HOME", "/nonexistent");

        Ran ran = Ran.start(checkout.process(asNobody)).end();
        Checkout.touch(checkout.source());
        Ran stale = Ran.start(checkout.process(asNobody)).end();

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).startsWith("Pool Lab ");
        assertThat(stale.out()).startsWith("Pool Lab ");
        assertThat(stale.err()).contains("A source is newer than the build, but").contains("running the build as it is");
    }

    /** A temporary folder is its owner's alone. */
    private static void open(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
