package poollab.console.shell;

import java.util.List;
import java.util.regex.Pattern;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Help while a line is typed: completions with a word about each, and an unknown command in red. */
final class LineHelp implements Completer, Highlighter {
    private final boolean colour;
    private Shell shell;

    LineHelp(boolean colour) {
        this.colour = colour;
    }

    /** The reader is made before the shell. */
    void serve(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        if (shell == null) return;
        if (!shell.readsCommand()) {
            propose(line, candidates);
            return;
        }
        if (line.wordIndex() == 0) {
            // Without their groups: the list must fit on 24 rows, or the reader asks first whether to show it.
            for (ShellCommand command : shell.commands().list())
                if (!line.word().isEmpty() || !command.rare()) candidates.add(new Candidate(command.name(), command.name(), null, command.summary(), null, null, true));
            return;
        }
        String name = line.words().getFirst();
        if (!shell.commands().knows(name)) return;
        List<String> before = line.words().subList(1, line.wordIndex());
        for (ShellCommand.Suggestion suggestion : shell.commands().find(name).complete(before, shell)) {
            String about = suggestion.about().isEmpty() ? null : suggestion.about();
            boolean complete = !suggestion.value().endsWith("=");
            candidates.add(new Candidate(suggestion.value(), suggestion.value(), null, about, null, null, complete));
        }
    }

    /** At a prompt inside the console: the word up to its replaced part, and the proposal. */
    private void propose(ParsedLine line, List<Candidate> candidates) {
        int wordStart = line.cursor() - line.wordCursor();
        for (Suggester.Proposal proposal : shell.suggester().propose(line.line(), line.cursor())) {
            if (proposal.from() < wordStart) continue;
            String kept = line.line().substring(wordStart, proposal.from());
            String about = proposal.about().isEmpty() ? null : proposal.about();
            candidates.add(new Candidate(kept + proposal.value(), proposal.value(), null, about, null, null, false));
        }
    }

    @Override
    public AttributedString highlight(LineReader reader, String buffer) {
        if (!colour || shell == null || !isCommandPrompt(reader)) return new AttributedString(buffer);
        int start = 0;
        while (start < buffer.length() && Character.isWhitespace(buffer.charAt(start))) start++;
        int end = start;
        while (end < buffer.length() && !Character.isWhitespace(buffer.charAt(end))) end++;
        String name = buffer.substring(start, end);
        boolean known = name.isEmpty() || shell.commands().knows(name) || beginsOne(name) && end == buffer.length();
        AttributedStyle style = known ? AttributedStyle.BOLD : AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);
        return new AttributedStringBuilder()
                .append(buffer.substring(0, start))
                .append(name, style)
                .append(buffer.substring(end))
                .toAttributedString();
    }

    /** Answers to questions are no commands. */
    private boolean isCommandPrompt(LineReader reader) {
        return shell.readsCommand();
    }

    private boolean beginsOne(String name) {
        return shell.commands().list().stream().anyMatch(command -> command.name().startsWith(name));
    }

    @Override
    public void setErrorPattern(Pattern errorPattern) {}

    @Override
    public void setErrorIndex(int errorIndex) {}
}
