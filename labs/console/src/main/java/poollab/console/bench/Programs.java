package poollab.console.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import poollab.engine.EnvironmentMissing;

/** Where the programs of others are. */
final class Programs {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    private Programs() {}

    /** The newest of Debian's, which keeps it off the PATH or behind a script there; else the one on the PATH. */
    static Path pgbench() {
        return debians().or(() -> onPath("pgbench")).orElseThrow(() -> new EnvironmentMissing(
                "The benchmark drives the poolers with pgbench, and there is none on the PATH or below " + DEBIAN + ".",
                "Install it: sudo apt install postgresql (Fedora: postgresql-contrib). It comes with PostgreSQL's server."));
    }

    /** @param given a path, or a name on the PATH */
    static Path pgbouncer(String given) {
        Optional<Path> found = given.contains("/") ? Optional.of(Path.of(given)).filter(Programs::runs) : onPath(given);
        return found.map(Path::toAbsolutePath).orElseThrow(() -> new EnvironmentMissing(
                "There is no program " + given + (given.contains("/") ? "." : " on the PATH."),
                "Install PgBouncer: sudo apt install pgbouncer. Or name it: --against /path/to/pgbouncer"));
    }

    private static Optional<Path> debians() {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            versions.map(version -> version.resolve("bin/pgbench")).filter(Programs::runs).forEach(found::add);
        } catch (IOException e) {
            return Optional.empty();
        }
        return found.stream().max(Comparator.comparingInt(Programs::major));
    }

    private static int major(Path pgbench) {
        String version = DEBIAN.relativize(pgbench).getName(0).toString().replaceAll("\\D.*", "");
        return version.isEmpty() ? 0 : Integer.parseInt(version);
    }

    private static Optional<Path> onPath(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, name))
                .filter(Programs::runs)
                .findFirst();
    }

    private static boolean runs(Path file) {
        return Files.isExecutable(file) && Files.isRegularFile(file);
    }
}
