package poollab.console.doctor;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real ones. */
final class SystemCommands implements Commands {
    private final List<Path> path;
    private final List<String> endings;

    /** @param searchPath a value of PATH */
    SystemCommands(String searchPath, boolean windows) {
        path = Stream.of(searchPath.split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(Path::of)
                .toList();
        endings = windows ? List.of(".exe", ".cmd", ".bat") : List.of("");
    }

    static SystemCommands here() {
        return new SystemCommands(
                System.getenv().getOrDefault("PATH", ""),
                System.getProperty("os.name").startsWith("Windows"));
    }

    @Override
    public Optional<Path> find(String program) {
        return path.stream()
                .flatMap(folder -> endings.stream().map(ending -> folder.resolve(program + ending)))
                .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
                .findFirst();
    }

    @Override
    public Answer run(Duration limit, String... command) {
        Optional<Path> program = find(command[0]);
        if (program.isEmpty()) return new NotStarted("not on PATH");
        command[0] = program.get().toString();
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Versions are read from the text, so it must be in one language.
        Map<String, String> environment = builder.environment();
        environment.put("LC_ALL", "C");
        Process process;
        try {
            process = builder.start();
            process.getOutputStream().close();
        } catch (IOException e) {
            return new NotStarted(e.getMessage());
        }
        // Read aside: a grandchild may hold the pipe open for longer than the process lives.
        CompletableFuture<String> output = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> output.complete(text(process.getInputStream())));
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS))
                return new Ended(process.exitValue(), output.completeOnTimeout("", 500, TimeUnit.MILLISECONDS).join());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return new Hung(limit);
    }

    private static String text(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException | UncheckedIOException e) {
            return "";
        }
    }
}
