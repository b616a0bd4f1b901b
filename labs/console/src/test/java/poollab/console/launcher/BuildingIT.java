package poollab.console.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class BuildingIT {
    @TempDir
    Path world;

    private Checkout checkout;

    @BeforeEach
    void checkout() {
        checkout = new Checkout(world);
    }

    @Test
    void aFreshCheckoutIsBuiltOnceAndSaysSo() {
        Ran first = checkout.lab();
        Ran second = checkout.lab();

        assertThat(first.err()).matches("building Pool Lab \\(first time: some minutes to download libraries\\) … \\d+ s\n");
        assertThat(second.err()).isEmpty();
        assertThat(checkout.mavenCalls()).hasSize(1).first().asString().contains("-DskipTests package");
    }

    @ParameterizedTest
    @ValueSource(strings = {"labs/kit/src/main/java/Lab.java", "pom.xml", "labs/console/pom.xml", "labs/kit/src/main/java"})
    void aTouchedSourcePomOrFolderIsBuilt(String touched) {
        checkout.lab();
        Checkout.touch(checkout.root.resolve(touched));

        Ran ran = checkout.lab();

        assertThat(ran.err()).matches("building Pool Lab … \\d+ s\n");
        assertThat(checkout.mavenCalls()).hasSize(2);
    }

    @Test
    void aDeletedSourceIsNoticed() throws IOException, InterruptedException {
        checkout.lab();
        Thread.sleep(20);
        Files.delete(checkout.source());

        checkout.lab();

        assertThat(checkout.mavenCalls()).hasSize(2);
    }

    @Test
    void whatIsNoSourceIsNotBuilt() {
        checkout.lab();
        Checkout.write(checkout.root.resolve("README.md"), "text");
        Checkout.write(checkout.root.resolve("labs/kit/target/src/Generated.java"), "class Generated {}");
        Checkout.write(checkout.root.resolve(".lab/workspace/src/Mine.java"), "class Mine {}");

        checkout.lab();

        assertThat(checkout.mavenCalls()).hasSize(1);
    }

    @Test
    void whatIsEditedDuringABuildIsBuiltNext() {
        checkout.maven("sleep 0.1; touch='" + checkout.source() + "'; echo '// more' >>\"$touch\"");
        checkout.lab();
        checkout.maven("exit 0");

        checkout.lab();
        checkout.lab();

        assertThat(checkout.mavenCalls()).hasSize(2);
    }

    @Test
    void aFailedBuildShowsMavensWordsOnceAndTheNextCallBuildsAgain() {
        checkout.maven("echo '[ERROR] COMPILATION ERROR'; exit 1");

        Ran failed = checkout.lab();
        checkout.maven("exit 0");
        Ran mended = checkout.lab();

        assertThat(failed.exit()).isEqualTo(4);
        assertThat(failed.err()).containsOnlyOnce("[ERROR] COMPILATION ERROR").contains("A source does not compile.");
        assertThat(failed.out()).isEmpty();
        assertThat(mended.exit()).isZero();
        assertThat(checkout.mavenCalls()).hasSize(2);
    }

    @Test
    void twoAtOnceBuildOnce() {
        checkout.maven("sleep 0.3");

        List<Ran.Running> all = List.of(Ran.start(checkout.command()), Ran.start(checkout.command()), Ran.start(checkout.command()));

        assertThat(all.stream().map(Ran.Running::end)).allSatisfy(ran -> assertThat(ran.exit()).isZero());
        assertThat(checkout.mavenCalls()).hasSize(1);
    }

    @Test
    void aLockLetGoBetweenTryingAndLookingIsNoFolderThatCannotBeWritten() {
        Path once = checkout.world.resolve("once");
        Checkout.script(checkout.world.resolve("first/mkdir"), """
                case $1 in *lab.lock) [ -e '%s' ] || { : >'%1$s'; exit 1; } ;; esac
                exec '%s' "$@"
                """.formatted(once, checkout.world.resolve("tools/mkdir")));
        checkout.environment.merge("PATH", checkout.world.resolve("first").toString(), (path, first) -> first + ":" + path);

        Ran ran = checkout.lab();

        assertThat(once).exists();
        assertThat(ran.exit()).isZero();
    }

    @Test
    void theLockOfADeadProcessIsBroken() throws IOException, InterruptedException {
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Checkout.write(checkout.target().resolve("lab.lock/pid"), dead.pid() + "\n");

        Ran ran = checkout.lab();

        assertThat(ran.exit()).isZero();
        assertThat(checkout.target().resolve("lab.lock")).doesNotExist();
    }

    @Test
    void aStoppedBuildStopsMavenAndLeavesNothingBehind() throws Exception {
        checkout.maven("exec sleep 60");
        Ran.Running running = Ran.start(checkout.command());
        Path child = checkout.target().resolve("lab.lock/child");
        Instant patience = Instant.now().plus(Duration.ofSeconds(10));
        while (checkout.mavenCalls().isEmpty() || !Files.exists(child)) {
            assertThat(Instant.now()).isBefore(patience);
            Thread.sleep(10);
        }
        long maven = Long.parseLong(Files.readString(child).strip());

        running.process().destroy();
        Ran ran = running.end();

        assertThat(ran.exit()).isEqualTo(143);
        assertThat(ran.err()).contains("Stopped. The next call takes it up again.");
        assertThat(ProcessHandle.of(maven)).isEmpty();
        assertThat(checkout.target().resolve("lab.lock")).doesNotExist();
        checkout.maven("exit 0");
        assertThat(checkout.lab().exit()).isZero();
        assertThat(checkout.mavenCalls()).hasSize(2);
    }

    @Test
    void aRunningLabKeepsItsFilesWhileTheNextIsBuilt() {
        checkout.lab();
        Path first = checkout.build();
        Checkout.touch(checkout.source());
        checkout.lab();
        Path second = checkout.build();
        Checkout.touch(checkout.source());

        assertThat(first.resolve("lab.jar")).exists();
        assertThat(second).isNotEqualTo(first);
    }

    @Test
    void anAppNamedByTheEnvironmentRunsAsItIs() {
        environmentNamesAnApp();

        Ran ran = checkout.lab();

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("[" + world.resolve("app") + "/lab.jar]");
        assertThat(checkout.mavenCalls()).isEmpty();
    }

    private void environmentNamesAnApp() {
        Checkout.write(world.resolve("app/lab.jar"), "jar");
        checkout.environment.put("LAB_APP", world.resolve("app").toString());
    }

    @Test
    void allTestsLeaveABuildThatTheNextCallRuns() {
        Ran tests = checkout.lab("test");
        Ran next = checkout.lab();

        assertThat(tests.exit()).isZero();
        assertThat(checkout.mavenCalls()).singleElement().asString().endsWith("verify");
        assertThat(next.out()).startsWith("java 25.0.1\n");
    }

    @Test
    void failedTestsEndWithOne() {
        checkout.maven("echo 'Tests run: 3, Failures: 1'; exit 7");

        Ran tests = checkout.lab("test", "-pl", "labs/kit");

        assertThat(tests.exit()).isEqualTo(1);
        assertThat(tests.out()).contains("Tests run: 3, Failures: 1");
        assertThat(checkout.mavenCalls()).singleElement().asString().endsWith("verify -pl labs/kit");
    }

    @Test
    void fastTestsTakeAModuleOrATest() {
        Checkout.write(checkout.root.resolve("labs/kit/src/test/java/a/PoolTest.java"), "");
        Checkout.write(checkout.root.resolve("labs/kit/src/test/java/a/QueueTest.java"), "");
        Checkout.write(checkout.root.resolve("labs/kit/src/test/java/a/SlowIT.java"), "");

        checkout.lab("test", "--fast");
        checkout.lab("test", "--fast", "kit");
        checkout.lab("test", "--fast", "PoolTest#waits", "-o");
        checkout.lab("test", "--fast", "SlowIT");
        Ran unknown = checkout.lab("test", "--fast", "NoSuchTest");

        List<String> calls = checkout.mavenCalls();
        assertThat(calls).hasSize(4);
        assertThat(calls.get(0)).endsWith(" test");
        assertThat(calls.get(1)).contains(" test -pl labs/kit -am -Dtest=").contains("PoolTest").contains("QueueTest");
        assertThat(calls.get(2)).contains("-Dtest=PoolTest#waits").endsWith("-o");
        assertThat(calls.get(3)).contains(" verify -pl labs/kit -am -Dtest=none -Dit.test=SlowIT");
        assertThat(unknown.exit()).isEqualTo(3);
        assertThat(unknown.err()).contains("no module and no test named NoSuchTest");
    }
}
