package poollab.console.snippet;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import poollab.console.snippet.Frame.Kind;
import poollab.engine.Server;
import poollab.report.Ink;

/**
 * Evaluates Java snippets in an application of the learner's own: a process that the server knows as
 * {@value #APPLICATION}. Whatever a snippet does to its process, the console lives on and the next one gets a new process.
 *
 * <p>One thread evaluates and asks; {@link #cancel()} and {@link #close()} may come from any other.
 */
public final class SnippetShell implements AutoCloseable {
    /** The application's name at the server. */
    public static final String APPLICATION = "lab java";

    /** How long a snippet may take to stop by itself, once asked. */
    private static final int PATIENCE_MILLIS = 1_000;
    /** An answer that took longer would come too late for somebody who types. */
    private static final int TYPING_SECONDS = 3;
    private static final String RESET = "/reset";
    private static final String HELP = """
            /vars   what your variables hold
            /list   your snippets by number
            /reset  a new application: variables and connections are gone
            Ready: pool.open(), pool.state(), pool.counters(), connect(), sql("select 1"), url""";

    private final String url;
    private final int columns;
    private final Output output;
    private AppProcess app;
    private boolean closed;
    /** Variables are gone, and the learner was not told yet. */
    private boolean lost;
    /** Why the application ended, while nobody waited for it; null when the learner knows. */
    private String unheard;
    private Evaluation current;

    /** What goes on, from its start to its end. */
    private record Evaluation(AppProcess app, AppProcess.Question question) {}

    /**
     * Starts the application at once, so that it is ready about when the first snippet is typed. No other work is done.
     *
     * @param columns of the screen
     */
    public SnippetShell(Server server, PrintStream out, Ink ink, int columns) {
        this.url = url(server);
        this.columns = columns;
        this.output = new Output(out, ink);
        try {
            application();
        } catch (IOException e) {
            // The first snippet tries again, and says so.
        }
    }

    private static String url(Server server) {
        return server.url() + "?user=" + encoded(server.application().role())
                + "&password=" + encoded(server.application().password())
                + "&ApplicationName=" + encoded(APPLICATION).replace("+", "%20");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /**
     * Evaluates one or more snippets, or one of the commands {@code /vars}, {@code /list}, {@code /reset}, and shows what
     * they print and what they come to.
     *
     * @return whether all went well: compiled, threw nothing, was not cancelled
     */
    public boolean evaluate(String source) {
        String command = source.strip();
        if (command.isEmpty()) return true;
        output.begin();
        if (command.equals(RESET)) return reset();
        if (command.equals("/help")) return told(Kind.NOTE, HELP, true);
        try {
            String answer = await(begin(source));
            output.end();
            return answer.equals("1");
        } catch (AppProcess.Ended e) {
            output.end();
            return heard(e.getMessage());
        } catch (IOException e) {
            return told(Kind.ERROR, "The application could not be started: " + e.getMessage(), false);
        } finally {
            synchronized (this) {
                current = null;
            }
        }
    }

    private synchronized Evaluation begin(String source) throws IOException {
        AppProcess application = application();
        if (unheard != null) output.tell(Kind.ERROR, unheard);
        if (lost) output.tell(Kind.NOTE, "The application was started anew: variables are gone.");
        unheard = null;
        lost = false;
        current = new Evaluation(application, application.ask(Kind.EVALUATE, source));
        return current;
    }

    /** The application ended under the snippet. */
    private synchronized boolean heard(String why) {
        app = null;
        lost = true;
        return !closed && told(Kind.ERROR, why, false);
    }

    private boolean reset() {
        synchronized (this) {
            if (app != null) app.close();
            app = null;
            lost = false;
            unheard = null;
        }
        return told(Kind.NOTE, "The next snippet starts a new application: variables are gone.", true);
    }

    private boolean told(Kind kind, String text, boolean well) {
        output.tell(kind, text);
        return well;
    }

    private String await(Evaluation evaluation) throws AppProcess.Ended {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return evaluation.question().answer().get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    cancel();
                }
            }
        } catch (ExecutionException e) {
            throw (AppProcess.Ended) e.getCause();
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends the evaluation that is going on, if there is one; returns at once. The snippet is asked to stop; one that does
     * not within a second loses its process.
     */
    public void cancel() {
        Evaluation evaluation;
        synchronized (this) {
            evaluation = current;
        }
        if (evaluation == null) return;
        // Not on the caller's thread: a process that does not read can hold up whoever writes to it.
        Thread.ofVirtual().start(() -> evaluation.app().stop(evaluation.question()));
        var answer = evaluation.question().answer();
        answer.copy().completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS).thenRunAsync(() -> {
            if (!answer.isDone()) evaluation.app().kill(
                    "Cancelled. The application did not stop within a second, so its process was ended.");
        }, task -> Thread.ofPlatform().daemon().name("snippets: cancel").start(task));
    }

    /** Whether this can be evaluated as it stands; if not, another line should follow. */
    public boolean isComplete(String source) {
        return isCommand(source) || source.isBlank() || !"0".equals(quickly(Kind.IS_COMPLETE, source));
    }

    /** What may stand at the cursor. */
    public List<Candidate> complete(String source, int cursor) {
        List<Candidate> candidates = new ArrayList<>();
        if (isCommand(source)) {
            for (String line : HELP.split("\n")) {
                if (line.startsWith(source.substring(0, cursor))) {
                    candidates.add(new Candidate(0, line.substring(0, line.indexOf(' ')), line.substring(8)));
                }
            }
            return candidates;
        }
        String answer = quickly(Kind.COMPLETE, cursor + "\n" + source);
        return answer == null ? candidates : Completions.read(answer);
    }

    private static boolean isCommand(String source) {
        return source.startsWith("/") && !source.startsWith("//") && !source.startsWith("/*");
    }

    /** The answer, or null where it would come too late. */
    private String quickly(Kind kind, String body) {
        try {
            return application().ask(kind, body).answer().get(TYPING_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException | IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** The running application, or a new one. */
    private synchronized AppProcess application() throws IOException {
        if (closed) throw new IOException("the console is closing");
        if (app != null && app.ending() != null) {
            unheard = app.ending();
            lost = true;
            app = null;
        }
        if (app == null) app = new AppProcess(url, columns, this::frame);
        return app;
    }

    private void frame(Frame frame) {
        if (frame.kind() == Kind.OUTPUT) output.printed(frame.body());
        else output.tell(frame.kind(), frame.text());
    }

    /** Ends the application; its process and its connections are gone afterwards. */
    @Override
    public synchronized void close() {
        closed = true;
        if (app != null) app.close();
    }
}
