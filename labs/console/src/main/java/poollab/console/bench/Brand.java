package poollab.console.bench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import poollab.console.Main;
import poollab.console.session.Version;
import poollab.engine.EnvironmentMissing;

/**
 * A pooler that can be measured.
 *
 * @param name in tables
 * @param title with its version
 * @param command starts it, when the ini file's name is put behind
 * @param prepared whether it carries prepared statements from server to server
 * @param refusesRoot whether it must be started as somebody else
 * @param jvm whether it has a heap to ask for
 */
record Brand(String name, String title, List<String> command, boolean prepared, boolean refusesRoot, boolean jvm) {
    private static final Pattern PGBOUNCER = Pattern.compile("PgBouncer (\\d+)\\.(\\d+)\\S*");
    /** PgBouncer has prepared statements in transaction mode since 1.21. */
    private static final int PREPARED_SINCE = 21;

    private static final String FLAGS = "LAB_POOLER_FLAGS";

    /** The bundled pooler as {@code ./lab pooler} starts it, from the build that runs here. */
    static Brand bundled() {
        String root = System.getProperty("lab.root", "");
        Path jar = ownJar();
        Path launcher = Path.of(root, "lab");
        if (root.isEmpty() || !Files.isExecutable(launcher) || !jar.toString().endsWith(".jar"))
            throw new EnvironmentMissing(
                    "The benchmark starts the pooler with the lab command, and this is not the packaged lab.",
                    "In the checkout: ./lab bench pooler");
        List<String> command = new ArrayList<>(List.of(
                "/usr/bin/env", "LAB_APP=" + jar.getParent(), "JAVA_HOME=" + System.getProperty("java.home")));
        Map<String, String> environment = System.getenv();
        if (environment.containsKey(FLAGS)) command.add(FLAGS + "=" + environment.get(FLAGS));
        // SIGQUIT ends the pooler, so jcmd, which knocks with that signal, must find a door open already.
        command.addAll(List.of("JDK_JAVA_OPTIONS=-XX:+StartAttachListener", launcher.toString(), "pooler"));
        return new Brand("bundled", "Pool Lab's pooler " + Version.kit(), command, true, false, true);
    }

    private static Path ownJar() {
        try {
            return Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static Brand pgbouncer(Path program) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
        String answer;
        try (var stream = process.getInputStream()) {
            answer = new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
        process.waitFor(10, TimeUnit.SECONDS);
        Matcher version = PGBOUNCER.matcher(answer);
        if (!version.find())
            throw new EnvironmentMissing(
                    program + " is not PgBouncer: asked for its version, it said: " + answer.lines().findFirst().orElse("nothing"),
                    "Name another: --against /path/to/pgbouncer");
        boolean prepared = Integer.parseInt(version.group(1)) > 1 || Integer.parseInt(version.group(2)) >= PREPARED_SINCE;
        return new Brand("pgbouncer", version.group(), List.of(program.toString()), prepared, true, false);
    }

    boolean can(Load load) {
        return load != Load.PREPARED || prepared;
    }
}
