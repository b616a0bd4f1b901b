package poollab.console.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import poollab.bench.Lendings;
import poollab.engine.EnvironmentMissing;
import poollab.engine.Login;
import poollab.engine.Server;

/** PostgreSQL's own load generator, as a process. */
final class PgBench {
    private static final Pattern DONE = Pattern.compile("transactions actually processed: (\\d+)");
    private static final Pattern FAILED = Pattern.compile("number of failed transactions: (\\d+)");
    private static final Pattern PER_SECOND = Pattern.compile("^tps = ([0-9.]+)", Pattern.MULTILINE);
    private static final Pattern ABORTED = Pattern.compile("client \\d+ (script \\d+ )?aborted");
    /** Beyond the load itself: logins of many clients, and the last answers. */
    private static final int GRACE_SECONDS = 60;

    private final Path program;
    private final Lendings lendings;

    PgBench(Path program, Lendings lendings) {
        this.program = program;
        this.lendings = lendings;
    }

    /**
     * What one run says of itself.
     *
     * @param perSecond transactions a second; the logins at the beginning are left out, those before each transaction are not
     * @param failed transactions that failed, and clients that gave up
     * @param complaint the first line of what it complained about; null for none
     */
    record Outcome(long transactions, double perSecond, long failed, String complaint) {
        static Outcome of(String output) {
            long failed = FAILED.matcher(output).results().mapToLong(PgBench::number).sum()
                    + ABORTED.matcher(output).results().count();
            return new Outcome(
                    DONE.matcher(output).results().mapToLong(PgBench::number).sum(),
                    PER_SECOND.matcher(output).results().mapToDouble(found -> Double.parseDouble(found.group(1))).max().orElse(0),
                    failed,
                    output.lines().filter(line -> line.contains("error: ")).findFirst().orElse(null));
        }
    }

    private static long number(MatchResult found) {
        return Long.parseLong(found.group(1));
    }

    /** Makes and fills the tables. */
    void fill(Server server, Login owner, String database) throws IOException, InterruptedException {
        run(Map.of("PGPASSWORD", owner.password()), GRACE_SECONDS, List.of("-i", "-q", "-I", "dtGvp", "-h", server.host(),
                "-p", "" + server.port(), "-U", owner.role(), database));
    }

    /** Reads single rows by their key, as fast as it goes. */
    Outcome load(Contestant contestant, Load load, int clients, int seconds) throws IOException, InterruptedException {
        // A thread waits until its login is done.
        int threads = load.logsIn() ? clients : Math.min(clients, Runtime.getRuntime().availableProcessors());
        List<String> arguments = new ArrayList<>(List.of("-n", "-S", "-c", "" + clients, "-j", "" + threads, "-T", "" + seconds,
                "-h", Contestant.HOST, "-p", "" + contestant.port(), "-U", contestant.client().role()));
        arguments.addAll(load.logsIn() ? List.of("-C") : List.of("-M", load.toString()));
        arguments.add(Contestant.DATABASE);
        Map<String, String> more = load.logsIn()
                ? Map.of("PGPASSWORD", contestant.client().password(), "PGSSLMODE", load == Load.TLS ? "require" : "disable")
                : Map.of();
        return Outcome.of(run(more, seconds + GRACE_SECONDS, arguments));
    }

    /** Its output and complaints. One that brings no figures is a failure; one whose clients gave up is not. */
    private String run(Map<String, String> more, int seconds, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Whatever the caller set for libpq is for other servers.
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().putAll(Map.of("LC_ALL", "C", "PGSSLMODE", "disable", "PGGSSENCMODE", "disable"));
        builder.environment().putAll(more);
        Process process = builder.start();
        lendings.lend(process::destroyForcibly);
        CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> text(process), Thread::startVirtualThread);
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw failure("did not end within " + seconds + " s", output.join(), command);
        }
        try {
            String text = output.join();
            if (process.exitValue() != 0 && !PER_SECOND.matcher(text).find())
                throw failure("ended with " + process.exitValue(), text, command);
            return text;
        } catch (CompletionException e) {
            throw new IOException(e.getCause());
        }
    }

    private static String text(Process process) {
        try (var stream = process.getInputStream()) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private static EnvironmentMissing failure(String what, String output, List<String> command) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        String last = lines.isEmpty() ? "it wrote nothing" : String.join("\n", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
        return new EnvironmentMissing("pgbench " + what + ":\n" + last, "It was called as: " + String.join(" ", command));
    }
}
