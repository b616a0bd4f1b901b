package poollab.console.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Lines from a pipe or a file. Each is repeated behind its prompt, so that the output reads like a session. */
final class PipedInput implements Input {
    private final BufferedReader lines;
    private final PrintStream echo;

    PipedInput(InputStream in, PrintStream echo) {
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.echo = echo;
    }

    @Override
    public String read(String prompt) {
        try {
            String line = lines.readLine();
            if (line != null) echo.println(prompt + line);
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean interactive() {
        return false;
    }

    @Override
    public void close() {}
}
