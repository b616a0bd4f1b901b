package poollab.pooler.config;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Splits an ini file and the files it includes into sections and entries. A line that is neither is noted as a problem,
 * and reading goes on, so that the reader sees every mistake at once.
 */
final class IniReader {
    /** Takes what is found, in the files' order. A section goes on after an include that opened it. */
    interface Handler {
        void section(Place place, String name);

        void entry(Place place, String name, String value);
    }

    private static final int DEEPEST_INCLUDE = 10;

    /** PgBouncer's own reader knows single quotes, its manual double ones; both are taken. */
    private static final Pattern ENTRY = Pattern.compile(
            """
            (?: '(?<single>[^']+)'
              | "(?!"[\\ \t]*=) (?<doubled>[^"]*(?:""[^"]*)*)"
              | (?<plain>[A-Za-z0-9_.*-]+)
            ) [\\ \t]* = (?<value>.*)
            """,
            Pattern.DOTALL | Pattern.COMMENTS);

    private static final Pattern INCLUDE = Pattern.compile("%include(?:[ \t]+(?<file>.*))?", Pattern.DOTALL);

    private final Handler handler;
    private final List<String> problems;
    private final Deque<Path> open = new ArrayDeque<>();

    IniReader(Handler handler, List<String> problems) {
        this.handler = handler;
        this.problems = problems;
    }

    void read(Path file) {
        try {
            read(file, TextFile.read(file));
        } catch (IOException e) {
            problems.add(file + ": " + reason(e));
        }
    }

    void read(Path file, String text) {
        open.addLast(real(file));
        int number = 0;
        for (String line : text.split("\n", -1)) {
            readLine(new Place(file.toString(), ++number), line.strip());
        }
        open.removeLast();
    }

    private void readLine(Place place, String line) {
        String rest = line;
        if (rest.indexOf('\0') >= 0) {
            problems.add(place + ": a zero byte in the line");
            return;
        }
        while (rest.startsWith("[")) {
            int end = rest.indexOf(']');
            if (end < 0) {
                problems.add(place + ": the section's closing ] is missing");
                return;
            }
            handler.section(place, rest.substring(1, end));
            rest = rest.substring(end + 1).strip();
        }
        if (rest.isEmpty() || rest.startsWith("#") || rest.startsWith(";")) return;
        Matcher include = INCLUDE.matcher(rest);
        if (include.matches()) {
            include(place, include.group("file"));
            return;
        }
        Matcher entry = ENTRY.matcher(rest);
        if (!entry.matches()) {
            problems.add(place + ": not a line of the form name = value; a name with anything but letters, digits and _.-*"
                    + " needs 'single quotes'");
            return;
        }
        String name = Stream.of(entry.group("single"), unquoted(entry.group("doubled")), entry.group("plain"))
                .filter(found -> found != null)
                .findFirst()
                .orElseThrow();
        handler.entry(place, name, entry.group("value").strip());
    }

    /** As in PgBouncer, the name is relative to the working folder, not to the including file. */
    private void include(Place place, String name) {
        if (name == null) {
            problems.add(place + ": %include needs a file's name");
            return;
        }
        try {
            Path file = Path.of(name);
            if (open.contains(real(file))) {
                String chain = Stream.concat(open.stream(), Stream.of(real(file)))
                        .map(path -> path.getFileName().toString())
                        .collect(Collectors.joining(" -> "));
                problems.add(place + ": " + name + " includes itself: " + chain);
            } else if (open.size() > DEEPEST_INCLUDE) {
                problems.add(place + ": included files nest deeper than " + DEEPEST_INCLUDE);
            } else {
                read(file, TextFile.read(file));
            }
        } catch (IOException e) {
            problems.add(place + ": cannot include " + name + ": " + reason(e));
        } catch (InvalidPathException e) {
            problems.add(place + ": cannot include " + name + ": not a file's name here");
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static String unquoted(String doubled) {
        return doubled == null ? null : doubled.replace("\"\"", "\"");
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath().normalize();
        }
    }
}
