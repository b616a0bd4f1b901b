package poollab.console.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jline.reader.Completer;
import org.jline.reader.EndOfFileException;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;

/** Lines from a person at a terminal: editing, history that stays, completion, colours. */
final class TerminalInput implements Input {
    private final Terminal terminal;
    private final LineReader reader;

    /** @param history made when the first line is kept; null: none is kept */
    TerminalInput(Terminal terminal, Path history, Completer completer, Highlighter highlighter) throws IOException {
        this.terminal = terminal;
        // No escapes: a backslash belongs to the learner's SQL and Java.
        DefaultParser parser = new DefaultParser();
        parser.setEscapeChars(null);
        parser.setQuoteChars(null);
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("lab")
                .parser(parser)
                .completer(completer)
                .highlighter(highlighter)
                .option(LineReader.Option.HISTORY_BEEP, false)
                .option(LineReader.Option.AUTO_LIST, true)
                .option(LineReader.Option.LIST_PACKED, true)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .variable(LineReader.HISTORY_SIZE, 2_000);
        if (history != null) {
            Files.createDirectories(history.getParent());
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        reader = builder.build();
    }

    LineReader reader() {
        return reader;
    }

    @Override
    public String read(String prompt) {
        try {
            return reader.readLine(prompt);
        } catch (UserInterruptException e) {
            throw new Interrupted();
        } catch (EndOfFileException e) {
            return null;
        }
    }

    @Override
    public boolean interactive() {
        return true;
    }

    @Override
    public void close() {
        try {
            reader.getHistory().save();
            terminal.close();
        } catch (IOException e) {
            // The session is over; a history that cannot be written is lost, nothing else.
        }
    }
}
