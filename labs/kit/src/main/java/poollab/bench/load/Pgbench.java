package poollab.bench.load;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import poollab.bench.Bench;
import poollab.engine.Bookstore;
import poollab.engine.Server;

/** PostgreSQL's own load generator, where this machine has it: a second opinion about what the first one costs. */
final class Pgbench {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    private static final Pattern DONE = Pattern.compile("transactions actually processed: (\\d+)");
    private static final Pattern PER_SECOND = Pattern.compile("(?m)^tps = ([0-9.]+) \\(without");
    private static final int GRACE_SECONDS = 60;

    private final Path program;

    private Pgbench(Path program) {
        this.program = program;
    }

    /**
     * What it said of itself.
     *
     * @param cpuMicros its processor time per request; 0 where it cannot be seen
     */
    record Load(double perSecond, double cpuMicros) {}

    /** The newest of Debian's, which keeps it off the PATH; else the one on the PATH. */
    static Optional<Pgbench> find() {
        Stream<Path> path = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(Path::of);
        return Stream.concat(debians(), path)
                .map(folder -> folder.resolve("pgbench"))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .map(Pgbench::new);
    }

    private static Stream<Path> debians() {
        try (Stream<Path> versions = Files.list(DEBIAN)) {
            return versions.sorted(Comparator.comparing(Pgbench::major).reversed()).map(v -> v.resolve("bin")).toList().stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static int major(Path version) {
        String digits = version.getFileName().toString().replaceAll("\\D.*", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    /** The kit's point read, prepared, each client on a connection of its own. */
    Load pointReads(Bench bench, int clients, Duration duration) throws IOException, InterruptedException {
        Server server = bench.server();
        Path script = Files.createTempFile("point-read", ".sql");
        try {
            Files.writeString(script, "\\set id random(1, " + Bookstore.BOOKS + ")\n"
                    + Bookstore.POINT_READ.replace("?", ":id") + ";\n");
            int threads = Math.min(clients, Runtime.getRuntime().availableProcessors());
            long seconds = Math.max(1, duration.toSeconds());
            var builder = new ProcessBuilder(
                            program.toString(), "-n", "-M", "prepared", "-c", "" + clients, "-j", "" + threads, "-T",
                            "" + seconds, "-f", script.toString(), "-h", server.host(), "-p", "" + server.port(), "-U",
                            server.application().role(), server.database())
                    .redirectErrorStream(true);
            // Whatever the caller set for libpq is for other servers.
            builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
            builder.environment().putAll(Map.of(
                    "LC_ALL", "C", "PGSSLMODE", "disable", "PGGSSENCMODE", "disable", "PGPASSWORD",
                    server.application().password()));
            return run(bench, builder, seconds + GRACE_SECONDS);
        } finally {
            Files.deleteIfExists(script);
        }
    }

    private static Load run(Bench bench, ProcessBuilder builder, long seconds) throws IOException, InterruptedException {
        Optional<Duration> before = ProcessTimes.ofEndedChildren();
        Process process = builder.start();
        bench.lend(process::destroyForcibly);
        String output;
        try (var stream = process.getInputStream()) {
            output = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) process.destroyForcibly();
        Optional<Duration> after = ProcessTimes.ofEndedChildren();
        Matcher done = DONE.matcher(output);
        Matcher perSecond = PER_SECOND.matcher(output);
        if (!done.find() || !perSecond.find()) throw new IOException("pgbench failed: " + lastLine(output));
        double requests = Math.max(1, Long.parseLong(done.group(1)));
        double cpu = before.isEmpty() || after.isEmpty() ? 0 : after.get().minus(before.get()).toNanos() / 1e3 / requests;
        return new Load(Double.parseDouble(perSecond.group(1)), cpu);
    }

    private static String lastLine(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        return lines.isEmpty() ? "it wrote nothing" : lines.getLast();
    }
}
