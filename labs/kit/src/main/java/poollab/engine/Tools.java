package poollab.engine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The operating system's programs, started with a small environment of our own: no language, no secrets. */
final class Tools {
    static final boolean WINDOWS = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows");

    private Tools() {}

    /** Where a program of this name is, if there is one. */
    static Optional<Path> find(String name) {
        return Stream.of(searchPath().split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static String searchPath() {
        String path = System.getenv().getOrDefault("PATH", "");
        return WINDOWS ? path : path + ":/usr/bin:/bin:/usr/sbin:/sbin";
    }

    static ProcessBuilder command(List<String> command) {
        var builder = new ProcessBuilder(command);
        Map<String, String> inherited = new LinkedHashMap<>(builder.environment());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.put("PATH", searchPath());
        environment.put("LC_ALL", "C");
        environment.put("TZ", "UTC");
        for (String name : List.of("SystemRoot", "SystemDrive", "TEMP", "TMP")) {
            if (WINDOWS && inherited.containsKey(name)) {
                environment.put(name, inherited.get(name));
            }
        }
        return builder;
    }

    /** Runs a short command and says whether it succeeded. One that is missing, fails or hangs has not. */
    static boolean succeeds(List<String> command) {
        try {
            Process process = command(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            if (process.waitFor(10, TimeUnit.SECONDS)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return false;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
