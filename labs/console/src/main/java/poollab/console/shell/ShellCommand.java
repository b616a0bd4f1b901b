package poollab.console.shell;

import java.util.List;

/** A command of the console. */
interface ShellCommand {
    /** Commands stand together in {@code help} by what they are for. */
    enum Group {
        WALK("Walk through the lab"),
        EXPERIMENT("Run the experiment"),
        LOOK("Look inside"),
        CONSOLE("The console");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    String name();

    Group group();

    /** One line, no full stop. */
    String summary();

    /** Whether Tab leaves it out until its first letter is typed; {@code help} lists it all the same. */
    default boolean rare() {
        return false;
    }

    /** The words behind the name: {@code [NAME [VALUE]]}; empty when there are none. */
    default String usage() {
        return "";
    }

    /** What it does in a few sentences. */
    default String help() {
        return summary() + ".";
    }

    /** Two lines a learner may type. */
    List<String> examples();

    /**
     * Does it.
     *
     * @param line what stood behind the name, stripped
     */
    void run(String line, Shell shell) throws Exception;

    /**
     * What may stand at the place of the cursor.
     *
     * @param before the words behind the name that are complete
     */
    default List<Suggestion> complete(List<String> before, Shell shell) {
        return List.of();
    }

    /** @param about one line, shown beside it; may be empty */
    record Suggestion(String value, String about) {}

    /** The words of a line; quotes are not special. */
    static List<String> words(String line) {
        return line.isBlank() ? List.of() : List.of(line.strip().split("\\s+"));
    }
}
