package poollab.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Programs of others on this machine. */
public final class Programs {
    private Programs() {}

    /**
     * Where a program is.
     *
     * @param name on the PATH, or where systems keep what only administrators start: {@code pgbouncer}
     * @param variable of the environment that names another one: {@code LAB_PGBOUNCER}
     * @throws EnvironmentMissing when the variable names none
     */
    public static Optional<Path> find(String name, String variable) {
        String given = System.getenv().getOrDefault(variable, "");
        if (given.isBlank()) return Tools.find(name);
        Path path = Path.of(given).toAbsolutePath();
        if (Files.isRegularFile(path) && Files.isExecutable(path)) return Optional.of(path);
        throw new EnvironmentMissing(
                variable + " is " + given + ", and there is no such program.", "Name another one, or unset " + variable + ".");
    }
}
