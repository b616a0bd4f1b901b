package poollab.pooler.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The users of an {@code auth_file}: lines {@code "user" "secret"}.
 *
 * @param users by name; a name that comes twice has its last secret
 * @param warnings for the log: what is broken, with its line; never a secret
 */
public record AuthFile(Map<String, Secret> users, List<String> warnings) {
    public AuthFile {
        users = Map.copyOf(users);
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads a file. A broken line ends the reading, as in PgBouncer: who stands above it can log in, who stands below it
     * cannot. That is a warning, not an exception.
     *
     * @throws IOException when the file cannot be read
     */
    public static AuthFile load(Path file) throws IOException {
        return new AuthFileReader(String.valueOf(file.getFileName()), RawText.decode(Files.readAllBytes(file))).read();
    }

    @Override
    public String toString() {
        return "AuthFile[" + users.size() + " users, " + warnings.size() + " warnings]";
    }
}
