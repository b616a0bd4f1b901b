package poollab.console.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class FindingJavaIT {
    @TempDir
    Path world;

    private Checkout checkout;

    @BeforeEach
    void checkout() {
        checkout = new Checkout(world);
    }

    @Test
    void theJdkOfJavaHomeIsTakenWhenItIsNewEnough() {
        checkout.jdk("27");

        assertThat(checkout.lab().out()).startsWith("java 25.0.1\n");
    }

    @Test
    void anOldJavaHomeGivesWayToANewerJdkWithoutAWord() {
        checkout.environment.put("JAVA_HOME", checkout.jdk("17.0.15").toString());
        checkout.lab();

        Ran second = checkout.lab();

        assertThat(second.out()).startsWith("java 25.0.1\n");
        assertThat(second.err()).isEmpty();
    }

    @Test
    void theJavaOnThePathIsFollowedToItsHome() throws IOException {
        Path elsewhere = Files.move(checkout.jdk("26"), world.resolve("elsewhere"));
        Files.createDirectories(world.resolve("alternatives"));
        Checkout.link(world.resolve("alternatives/java"), elsewhere.resolve("bin/java"));
        Checkout.link(world.resolve("bin/java"), Path.of("../alternatives/java"));
        checkout.environment.remove("JAVA_HOME");

        assertThat(checkout.lab().out()).startsWith("java 26\n");
    }

    @Test
    void theNewestOfTheInstalledJdksIsTaken() {
        checkout.jdk("27.0.2");
        checkout.jdk("26.0.1");
        checkout.jdk("1.8.0_442");
        checkout.environment.remove("JAVA_HOME");

        assertThat(checkout.lab().out()).startsWith("java 27.0.2\n");
    }

    @Test
    void aFolderWithBlanksIsSearchedLikeAnyOther() {
        checkout.environment.remove("JAVA_HOME");
        checkout.jdk("26 early access");

        assertThat(checkout.lab().out()).startsWith("java 26 early access\n");
    }

    @Test
    void withOnlyOldOnesItSaysWhatItFoundAndHowToInstallOne() throws IOException {
        checkout.environment.remove("JAVA_HOME");
        Path old = checkout.jdk("17.0.15");
        Files.move(world.resolve("jdks/jdk-25.0.1"), world.resolve("hidden"));
        Checkout.link(world.resolve("bin/java"), old.resolve("bin/java"));

        Ran ran = checkout.lab("--version");

        assertThat(ran.exit()).isEqualTo(4);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith("Pool Lab needs a JDK, Java 25 or newer. Found: Java 17 in " + old + ".\n")
                .contains("sudo apt install openjdk-25-jdk", "brew install openjdk@25", "winget install", "JAVA_HOME=");
        assertThat(checkout.mavenCalls()).isEmpty();
    }

    @Test
    void withoutAnyJavaItSaysSo() throws IOException {
        checkout.environment.remove("JAVA_HOME");
        Files.move(world.resolve("jdks/jdk-25.0.1"), world.resolve("hidden"));

        Ran ran = checkout.lab();

        assertThat(ran.exit()).isEqualTo(4);
        assertThat(ran.err()).contains("Found: no Java at all.");
    }

    @Test
    void aJavaWithoutACompilerRunsABuildAndCannotMakeOne() throws IOException {
        checkout.lab();
        Files.delete(world.resolve("jdks/jdk-25.0.1/bin/javac"));
        assertThat(checkout.lab().exit()).isZero();
        Checkout.touch(checkout.source());

        Ran ran = checkout.lab();

        assertThat(ran.exit()).isEqualTo(4);
        assertThat(ran.err()).contains("Java 25 without a compiler (javac) in " + world.resolve("jdks/jdk-25.0.1"));
    }
}
