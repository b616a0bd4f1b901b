package poollab.console.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A checkout with the real launcher, one source file, a Maven that only pretends, and a JDK that only prints how it
 * was called. The real JDK and the real app can be put in their places.
 */
final class Checkout {
    static final Path REAL_ROOT = Path.of(System.getProperty("lab.root")).toAbsolutePath().normalize();
    static final Path REAL_APP = REAL_ROOT.resolve("labs/console/target/app");
    static final Path REAL_JDK = Path.of(System.getProperty("java.home"));

    /** All the launcher may need of the system; there is no java among it. */
    private static final List<String> TOOLS = List.of("sh", "bash", "busybox", "cat", "cp", "date", "env", "find", "grep",
            "id", "ls", "mkdir", "mv", "paste", "ps", "readlink", "rm", "rmdir", "script", "sed", "setpriv", "sleep", "stty");

    final Path root;
    /** Beside the checkout: programs, JDKs, notes. */
    final Path world;
    final Map<String, String> environment = new TreeMap<>();

    Checkout(Path folder) {
        this(folder, "checkout");
    }

    Checkout(Path folder, String name) {
        world = folder;
        root = folder.resolve(name);
        write(source(), "class Lab {}\n");
        write(root.resolve("pom.xml"), "<project/>\n");
        write(root.resolve("labs/console/pom.xml"), "<project/>\n");
        copy(REAL_ROOT.resolve("lab"), root.resolve("lab"));
        environment.put("PATH", tools() + ":" + world.resolve("bin"));
        environment.put("LANG", "C.UTF-8");
        environment.put("HOME", mkdir(world.resolve("user")).toString());
        environment.put("LAB_JDK_FOLDERS", mkdir(world.resolve("jdks")).toString());
        environment.put("JAVA_HOME", jdk("25.0.1").toString());
        maven("exit 0");
    }

    Path source() {
        return root.resolve("labs/kit/src/main/java/Lab.java");
    }

    Path target() {
        return root.resolve("labs/console/target");
    }

    /** A Maven that notes its call, assembles something, then does {@code rest}. */
    void maven(String rest) {
        script(world.resolve("bin/mvn"), """
                echo "$*" >>'%s'
                mkdir -p '%s'
                [ -e '%2$s/lab.jar' ] || echo jar >'%2$s/lab.jar'
                %s
                """.formatted(world.resolve("maven-calls"), target().resolve("app"), rest));
    }

    List<String> mavenCalls() {
        try {
            Path calls = world.resolve("maven-calls");
            return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts the app there that Maven has just assembled, as if built. It trains with something quick. */
    Checkout withRealApp() {
        try {
            Path lab = root.resolve("lab");
            String script = Files.readString(lab).replaceFirst("(?m)^training=.*$", "training=--version");
            Files.writeString(lab, script);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (Stream<Path> files = Files.walk(REAL_APP)) {
            for (Path file : files.filter(Files::isRegularFile).toList())
                copy(file, target().resolve("app").resolve(REAL_APP.relativize(file).toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        environment.put("JAVA_HOME", REAL_JDK.toString());
        return this;
    }

    /** A JDK among the searched ones that prints its name, its process id and its arguments. */
    Path jdk(String version) {
        Path home = world.resolve("jdks/jdk-" + version);
        write(home.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(home.resolve("bin/java"), """
                for each; do
                  case $each in -XX:AOTCacheOutput=*) echo cache >"${each#*=}"; exit 0 ;; esac
                done
                echo "java %s"
                echo "pid $$"
                for each; do echo "[$each]"; done
                """.formatted(version));
        script(home.resolve("bin/javac"), "exit 0\n");
        return home;
    }

    Ran lab(String... arguments) {
        return Ran.start(command(arguments)).end();
    }

    ProcessBuilder command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(root.resolve("lab").toString()));
        command.addAll(List.of(arguments));
        return process(command);
    }

    ProcessBuilder process(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(world.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    /** The newest build that the launcher has made ready. */
    Path build() {
        try {
            return target().resolve("lab").resolve(Files.readString(target().resolve("lab/current")).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void touch(Path file) {
        try {
            Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() + 10));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path tools() {
        Path folder = mkdir(world.resolve("tools"));
        for (String tool : TOOLS)
            for (Path place : List.of(Path.of("/usr/bin", tool), Path.of("/bin", tool)))
                if (Files.isExecutable(place) && !Files.exists(folder.resolve(tool), LinkOption.NOFOLLOW_LINKS))
                    link(folder.resolve(tool), place);
        return folder;
    }

    static void link(Path link, Path to) {
        try {
            Files.createSymbolicLink(link, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path script(Path file, String body) {
        write(file, "#!/bin/sh\n" + body);
        try {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    static void write(Path file, String text) {
        mkdir(file.getParent());
        try {
            Files.writeString(file, text, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path mkdir(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) {
        mkdir(to.getParent());
        try {
            Files.copy(from, to, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
