package poollab.console.snippet;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import poollab.clientpool.CounterFile;
import poollab.console.snippet.Frame.Kind;

/**
 * The learner's application as the console holds it: a JVM with this one's class path, a small heap, and frames over
 * its standard streams. It ends when its standard input does, however this process ends.
 */
final class AppProcess implements AutoCloseable {
    static final int HEAP_MEGABYTES = 256;

    private static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");
    /** Environment variables from which a JVM takes options: ours alone count, and it would print that it found them. */
    private static final List<String> JVM_OPTIONS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");
    /** Longest wait for the last words of a process that has ended. */
    private static final int DRAIN_MILLIS = 500;

    /** The application is no more; the message says why. */
    static final class Ended extends Exception {
        Ended(String why) {
            super(why);
        }
    }

    /** @param answer fails with {@link Ended} when the application ends instead */
    record Question(int id, CompletableFuture<String> answer) {}

    private final Process process;
    private final DataOutputStream requests;
    private final Consumer<Frame> frames;
    private final Map<Integer, CompletableFuture<String>> questions = new ConcurrentHashMap<>();
    private final AtomicInteger lastQuestion = new AtomicInteger();
    private final Complaints complaints = new Complaints();
    private final CompletableFuture<String> ended;
    /** Why the console itself ended it; null while it did not. */
    private volatile String endedBecause;

    /**
     * Starts it; it gets ready in its own time.
     *
     * @param columns of the learner's screen
     * @param frames gets all frames that are no answers; must be quick
     */
    AppProcess(String url, int columns, Consumer<Frame> frames) throws IOException {
        this.frames = frames;
        var builder = new ProcessBuilder(command(columns));
        JVM_OPTIONS.forEach(builder.environment()::remove);
        process = builder.start();
        requests = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        Thread answers = Thread.ofPlatform().daemon().name("snippets: frames").start(this::readFrames);
        Thread errors = Thread.ofPlatform().daemon().name("snippets: errors").start(this::readErrors);
        ended = process.onExit().thenApplyAsync(dead -> {
            join(answers);
            join(errors);
            CounterFile.forget(dead.pid());
            return Ending.of(dead.exitValue(), complaints.text(), endedBecause);
        }, task -> Thread.ofPlatform().daemon().name("snippets: end").start(task));
        ended.thenRun(() -> List.copyOf(questions.keySet()).forEach(this::endQuestion));
        send(Frame.of(Kind.URL, 0, url));
    }

    private static List<String> command(int columns) {
        List<String> command = new ArrayList<>();
        Path bin = Path.of(System.getProperty("java.home"), "bin");
        if (WINDOWS) {
            // It has no console, so Ctrl-C does not reach it.
            command.add(bin.resolve("javaw.exe").toString());
        } else {
            // Ctrl-C in a terminal goes to the whole process group. It is for the console, which decides what it means.
            command.addAll(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh", bin.resolve("java").toString()));
        }
        // Standard output belongs to the frames, so the JVM's own words go to standard error; and it leaves no files.
        command.addAll(List.of(
                "-Xms16m", "-Xmx" + HEAP_MEGABYTES + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto",
                "-XX:+ExitOnOutOfMemoryError", "-XX:+DisplayVMOutputToStderr", "-Xlog:disable",
                "-Xlog:all=warning:stderr", "-XX:+ErrorFileToStderr", "-XX:-CreateCoredumpOnCrash", "-XX:-UsePerfData"));
        command.addAll(CounterFile.flagsForChild(SnippetShell.APPLICATION));
        command.addAll(List.of(
                "-cp", System.getProperty("java.class.path"),
                LabApplication.class.getName(), Integer.toString(columns)));
        return command;
    }

    Question ask(Kind kind, String body) {
        var question = new Question(lastQuestion.incrementAndGet(), new CompletableFuture<>());
        questions.put(question.id(), question.answer());
        if (ended.isDone()) endQuestion(question.id());
        else send(Frame.of(kind, question.id(), body));
        return question;
    }

    /** Asks it to give up the evaluation. */
    void stop(Question evaluation) {
        send(Frame.of(Kind.STOP, evaluation.id(), ""));
    }

    private void send(Frame frame) {
        try {
            frame.write(requests);
        } catch (IOException e) {
            // It has ended, or is about to: those who wait are told by that.
            process.destroyForcibly();
        }
    }

    private void endQuestion(int id) {
        CompletableFuture<String> answer = questions.remove(id);
        if (answer != null) answer.completeExceptionally(new Ended(ended.join()));
    }

    private void readFrames() {
        try (var in = new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
            while (true) {
                Frame frame = Frame.read(in);
                if (frame.kind() != Kind.DONE) {
                    frames.accept(frame);
                } else {
                    CompletableFuture<String> answer = questions.remove(frame.request());
                    if (answer != null) answer.complete(frame.text());
                }
            }
        } catch (StreamCorruptedException e) {
            kill("The application wrote to its standard output past System.out, where only the console's own messages "
                    + "may go. Its process was ended.");
        } catch (IOException e) {
            // Its end.
            process.destroyForcibly();
        }
    }

    /** What the JVM itself says, a thread dump for example, is part of what the application prints. */
    private void readErrors() {
        try (var lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                complaints.add(line);
                if (!Ending.explains(line)) frames.accept(Frame.of(Kind.OUTPUT, 0, line + "\n"));
            }
        } catch (IOException e) {
            // No more to hear.
        }
    }

    long pid() {
        return process.pid();
    }

    /** Why it ended, once it has and its last words were heard; null before. */
    String ending() {
        return ended.getNow(null);
    }

    /** Ends it and whatever it started, at once. */
    void kill(String because) {
        endedBecause = because;
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends it; its process is gone afterwards. */
    @Override
    public void close() {
        kill("The application was ended.");
        ended.join();
    }

    private static void join(Thread reader) {
        try {
            // A process it started may hold its end of the pipe open for long.
            reader.join(DRAIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The last of what the JVM said on standard error. */
    private static final class Complaints {
        private static final int MOST = 50;
        private final List<String> lines = new ArrayList<>();

        synchronized void add(String line) {
            if (lines.size() == MOST) lines.removeFirst();
            lines.add(line);
        }

        synchronized String text() {
            return String.join("\n", lines);
        }
    }
}
