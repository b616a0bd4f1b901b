package poollab.console.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Signals;
import poollab.console.session.Session;

/** Opens the interactive console: at a terminal with all its comforts, in a pipe with plain lines. */
public final class Console {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private Console() {}

    /**
     * Reads commands until the end.
     *
     * @param first a command to begin with, or null
     * @return the exit code: the highest of all lines
     */
    public static int open(Session session, String first) throws IOException {
        Work work = new Work();
        boolean person = person(session);
        try (Shell shell = person ? atTerminal(session, work) : inPipe(session, work)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(shell, work), "end of the console"));
            if (first == null && person) shell.greet();
            if (first != null) shell.perform(first);
            return shell.loop();
        }
    }

    /** Does one line, as it would be done inside the console; returns its exit code. */
    public static int once(Session session, String line) throws IOException {
        Work work = new Work();
        try (Shell shell = person(session) ? atTerminal(session, work) : inPipe(session, work)) {
            shell.perform(line);
            return shell.worst();
        }
    }

    private static boolean person(Session session) {
        return session.terminal().tty() && System.console() != null && System.console().isTerminal();
    }

    /** A signal, or a terminal that was closed: the record of a run is kept, and nothing else is left. */
    private static void end(Shell shell, Work work) {
        work.interrupt();
        try {
            work.awaitEnd(PATIENCE);
        } catch (InterruptedException e) {
            // Then without the record.
        }
        shell.poolers().close();
        shell.engine().close();
    }

    private static Shell inPipe(Session session, Work work) {
        Place place = new Place(session.terminal(), session.out());
        return new Shell(session, place, new PipedInput(session.in(), session.out()), work);
    }

    private static Shell atTerminal(Session session, Work work) throws IOException {
        Terminal terminal = TerminalBuilder.builder()
                .system(true)
                // A terminal that can do nothing is served too, and needs no warning.
                .dumb(true)
                .build();
        LineHelp help = new LineHelp(session.terminal().colour());
        TerminalInput input = new TerminalInput(terminal, history(session.home()), help, help);
        terminal.handle(Terminal.Signal.INT, signal -> work.interrupt());
        // JLine's dumb terminal passes no signals on, and Ctrl-C would end the JVM.
        if (session.terminal().dumb()) Signals.register("INT", work::interrupt);
        Shell shell = new Shell(session, new Place(session.terminal(), terminal), input, work);
        help.serve(shell);
        return shell;
    }

    /** Null where it could not be kept. */
    private static Path history(Path home) {
        Path history = home.resolve("history");
        Path folder = Files.isDirectory(home) ? home : home.getParent();
        return folder != null && Files.isWritable(folder) ? history : null;
    }
}
