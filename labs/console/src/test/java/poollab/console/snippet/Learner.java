package poollab.console.snippet;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import poollab.engine.Server;
import poollab.report.Ink;

/** Types snippets and reads what comes, as a learner would. */
final class Learner implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(60);

    final SnippetShell shell;
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private boolean well;

    Learner(Server server) {
        shell = new SnippetShell(server, new PrintStream(screen, true, StandardCharsets.UTF_8), Ink.PLAIN, 80);
    }

    /** Evaluates, and returns what was shown. */
    String types(String source) {
        screen.reset();
        well = shell.evaluate(source);
        return shown();
    }

    /** Evaluates on a thread of its own, until {@link #await}. */
    CompletableFuture<String> begins(String source) {
        screen.reset();
        return CompletableFuture.supplyAsync(() -> {
            well = shell.evaluate(source);
            return shown();
        }, task -> Thread.ofPlatform().daemon().start(task));
    }

    /** Presses Ctrl-C and waits for the prompt. */
    String cancels(CompletableFuture<String> evaluation) {
        shell.cancel();
        return await(evaluation);
    }

    static String await(CompletableFuture<String> evaluation) {
        return evaluation.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    }

    boolean wasWell() {
        return well;
    }

    String shown() {
        return screen.toString(StandardCharsets.UTF_8).replace("\r\n", "\n").stripTrailing();
    }

    void awaitShown(String text) {
        until(() -> shown().contains(text));
    }

    static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) throw new AssertionError("waited in vain");
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The application's process. */
    ProcessHandle process() {
        String pid = types("ProcessHandle.current().pid()").replaceAll(".*==> ", "");
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    static List<ProcessHandle> applications() {
        return ProcessHandle.current().descendants()
                .filter(child -> child.info().commandLine().orElse("").contains(LabApplication.class.getName()))
                .toList();
    }

    @Override
    public void close() {
        shell.close();
    }
}
