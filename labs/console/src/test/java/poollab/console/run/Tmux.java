package poollab.console.run;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The console at a real terminal: a tmux server of its own, typed into and looked at as a person would. */
final class Tmux implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    /** The line at the bottom, which belongs to no text. */
    private static final Pattern STATUS = Pattern.compile("(?m)^ Lab \\d\\d · step [^\\n]*\\s*\\z");

    /** What the console ends a line with that waits for somebody. */
    private static final Pattern PROMPT = Pattern.compile("(?:lab|java|bookstore[=*!-]+|\\d\\d [a-z-]+)>");

    private static final Pattern QUESTION = Pattern.compile(" *(?:… Enter for more|your answer .*:)");

    private final String socket = "poollab-" + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet();
    private String entered = "";

    /** tmux 3.3 forgets now and then to collect the status of what it ran. */
    private final Path status = Files.createTempFile("lab-", ".status");

    private Tmux() throws IOException {}

    static void needed() {
        boolean there = java.util.Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "tmux")));
        assumeTrue(there, "tmux is not installed");
    }

    static Tmux lab(Path home, int columns, int rows, String... arguments) throws Exception {
        return lab(home, columns, rows, Map.of(), arguments);
    }

    /** Starts the launcher in a terminal of this size. Its exit code is said by {@link #exit()}. */
    static Tmux lab(Path home, int columns, int rows, Map<String, String> environment, String... arguments)
            throws Exception {
        needed();
        Tmux tmux = new Tmux();
        StringBuilder command = new StringBuilder("trap : INT; env");
        environment.forEach((name, value) -> command.append(' ').append(name).append("='").append(value).append('\''));
        command.append(" '").append(LabProcess.ROOT.resolve("lab")).append('\'');
        for (String argument : arguments) command.append(" '").append(argument).append('\'');
        command.append("; echo $? >'").append(tmux.status).append('\'');
        List<String> words = List.of(
                "start-server", ";", "set-option", "-g", "remain-on-exit", "on", ";",
                "new-session", "-d", "-x", "" + columns, "-y", "" + rows, command.toString());
        ProcessBuilder builder = tmux.process(words);
        builder.environment().put("LAB_HOME", home.toString());
        builder.environment().put("LAB_CACHE", LabProcess.CACHE.toString());
        builder.environment().put("LANG", "C.UTF-8");
        builder.environment().keySet().removeAll(List.of("NO_COLOR", "TMUX", "COLUMNS", "LC_ALL"));
        run(builder);
        return tmux;
    }

    private ProcessBuilder process(List<String> words) {
        List<String> command = new ArrayList<>(List.of("tmux", "-u", "-L", socket, "-f", "/dev/null"));
        command.addAll(words);
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    private static String run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (!process.waitFor(10, TimeUnit.SECONDS)) throw new AssertionError("tmux hangs");
        if (process.exitValue() != 0) throw new AssertionError("tmux " + builder.command() + ": " + out);
        return out;
    }

    private String tmux(String... words) throws Exception {
        return run(process(List.of(words)));
    }

    /** Types letters without Enter. */
    void type(String text) throws Exception {
        // tmux takes a semicolon at the end for its own.
        tmux("send-keys", "-l", "--", text.endsWith(";") ? text.substring(0, text.length() - 1) + "\\;" : text);
    }

    /** Presses keys by tmux's names: {@code Enter}, {@code C-c}, {@code Tab}, {@code Up}. */
    void press(String key) throws Exception {
        tmux("send-keys", key);
    }

    /** Types a line once the prompt is there, and Enter once the line is. */
    void enter(String line) throws Exception {
        prompts();
        type(line);
        LabProcess.await(() -> everything().stripTrailing().endsWith("> " + line), "never echoed: " + line + seen());
        entered = "> " + line;
        press("Enter");
    }

    /** Waits for a prompt, going through the pages and questions before it. */
    void prompts() throws Exception {
        comesTo(PROMPT);
    }

    /** Waits for this prompt, going through the pages and questions before it. */
    void comesTo(String prompt) throws Exception {
        comesTo(Pattern.compile(Pattern.quote(prompt)));
    }

    private void comesTo(Pattern prompt) throws Exception {
        LabProcess.await(() -> {
            String before = everything();
            if (QUESTION.matcher(last(before)).matches()) {
                press("Enter");
                LabProcess.await(() -> !everything().equals(before), "the page does not turn");
            }
            return prompt.matcher(lastLine()).matches();
        }, "never came to " + prompt);
    }

    /** Waits until the last line begins so. */
    void asks(String question) throws Exception {
        LabProcess.await(() -> lastLine().strip().startsWith(question), "never asked: " + question + seen());
    }

    /** Waits until the answer to the line entered last holds this text. */
    void says(String text) throws Exception {
        try {
            LabProcess.await(() -> answer().contains(text), "");
        } catch (AssertionError e) {
            throw new AssertionError("never said: " + text + seen());
        }
    }

    /** All that came after the line entered last. */
    String answer() throws Exception {
        String all = everything();
        return entered.isEmpty() ? all : all.substring(Math.max(0, all.lastIndexOf(entered)));
    }

    /** What the terminal shows now. */
    String screen() throws Exception {
        return stripped(tmux("capture-pane", "-p"));
    }

    /** The line at the bottom of the screen; empty when there is none. */
    String statusLine() throws Exception {
        java.util.regex.Matcher line = STATUS.matcher(tmux("capture-pane", "-p"));
        return line.find() ? line.group().strip() : "";
    }

    /** What the terminal shows now, with its styles as escape sequences. */
    String styled() throws Exception {
        return tmux("capture-pane", "-p", "-e");
    }

    /** All that was ever shown, lines wrapped by the terminal in one piece. */
    String everything() throws Exception {
        return stripped(tmux("capture-pane", "-p", "-J", "-S", "-"));
    }

    void resize(int columns, int rows) throws Exception {
        tmux("resize-window", "-x", "" + columns, "-y", "" + rows);
    }

    /** Waits for the end; returns the exit code. */
    int exit() throws Exception {
        LabProcess.await(() -> Files.readString(status).endsWith("\n"), "does not end");
        return Integer.parseInt(Files.readString(status).strip());
    }

    private String lastLine() throws Exception {
        return last(everything());
    }

    private static String last(String text) {
        return text.substring(text.lastIndexOf('\n') + 1);
    }

    private String seen() throws Exception {
        return "\n--- the terminal:\n" + everything();
    }

    private static String stripped(String screen) {
        screen = STATUS.matcher(screen).replaceFirst("");
        return screen.lines().map(String::stripTrailing).collect(Collectors.joining("\n")).stripTrailing();
    }

    /** Ends it, and waits for what ran in it: that may be writing to the folder which the test deletes next. */
    @Override
    public void close() throws IOException {
        List<ProcessHandle> ran = running();
        process(List.of("kill-server")).start().onExit().orTimeout(5, TimeUnit.SECONDS).join();
        for (ProcessHandle process : ran) process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
        Files.deleteIfExists(status);
    }

    private List<ProcessHandle> running() throws IOException {
        Process asked = process(List.of("display-message", "-p", "#{pane_pid}")).start();
        String pid = new String(asked.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).strip();
        if (!pid.matches("\\d+")) return List.of();
        return ProcessHandle.of(Long.parseLong(pid)).map(shell -> Stream.concat(Stream.of(shell), shell.descendants()).toList()).orElse(List.of());
    }
}
