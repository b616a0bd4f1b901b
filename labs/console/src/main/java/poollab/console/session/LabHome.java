package poollab.console.session;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** Where a learner's things live: LAB_HOME, else {@code .lab} in a writable checkout, else the user's data folder. */
public final class LabHome {
    private LabHome() {}

    public static Path find(Properties properties, Map<String, String> environment) {
        String given = environment.getOrDefault("LAB_HOME", "");
        if (!given.isEmpty()) return Path.of(given).toAbsolutePath();
        String root = properties.getProperty("lab.root");
        if (root != null) {
            Path checkout = Path.of(root);
            Path inCheckout = checkout.resolve(".lab");
            if (Files.isWritable(Files.exists(inCheckout) ? inCheckout : checkout)) return inCheckout;
        }
        return userData(properties, environment).resolve("pool-lab");
    }

    private static Path userData(Properties properties, Map<String, String> environment) {
        String os = properties.getProperty("os.name", "");
        String home = properties.getProperty("user.home", ".");
        if (os.startsWith("Windows")) return Path.of(environment.getOrDefault("LOCALAPPDATA", home));
        if (os.startsWith("Mac")) return Path.of(home, "Library", "Application Support");
        String xdg = environment.getOrDefault("XDG_DATA_HOME", "");
        return xdg.isEmpty() ? Path.of(home, ".local", "share") : Path.of(xdg);
    }
}
