package poollab.console.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import poollab.bench.BadInput;

/** All commands by name, and how a line finds its own. */
final class Commands {
    private static final Map<String, String> ALIASES = Map.of(
            "exit", "quit", "q", "quit", "?", "help", "list", "labs", "n", "next", "b", "back", "r", "run");

    private final Map<String, ShellCommand> byName = new LinkedHashMap<>();

    private Commands(List<ShellCommand> all) {
        for (ShellCommand command : all) byName.put(command.name(), command);
    }

    static Commands all() {
        List<ShellCommand> all = new ArrayList<>();
        all.addAll(WalkCommands.ALL);
        all.addAll(ExperimentCommands.ALL);
        all.addAll(SqlCommands.ALL);
        all.addAll(LookCommands.ALL);
        all.addAll(PoolerCommands.ALL);
        all.addAll(ConsoleCommands.ALL);
        return new Commands(all);
    }

    /** Does a line. An empty one goes on in the lab, as Enter does in a pager. */
    void perform(String line, Shell shell) throws Exception {
        String words = line.strip();
        if (words.isEmpty()) {
            if (shell.input().interactive() && shell.visit().isPresent()) find("next").run("", shell);
            return;
        }
        if (words.startsWith("#")) return;
        String name = words.split("\\s+", 2)[0];
        find(name).run(words.substring(name.length()).strip(), shell);
    }

    /** @throws BadInput when there is no such command */
    ShellCommand find(String name) {
        String wanted = ALIASES.getOrDefault(name, name);
        ShellCommand command = byName.get(wanted.toLowerCase(java.util.Locale.ROOT));
        if (command == null) throw BadInput.unknown("command", name, byName.keySet());
        return command;
    }

    boolean knows(String name) {
        return byName.containsKey(ALIASES.getOrDefault(name, name));
    }

    List<ShellCommand> list() {
        return List.copyOf(byName.values());
    }
}
