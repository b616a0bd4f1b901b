package poollab.budget;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import poollab.bench.BadInput;

/** A mapping of a YAML file. What is wrong in it is told with file and line. */
final class Yaml {
    private final String file;
    private final String path;
    private final int line;
    private final Map<String, Node> entries = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();

    private Yaml(String file, String path, int line) {
        this.file = file;
        this.path = path;
        this.line = line;
    }

    /** @throws BadInput when it is no YAML, or no mapping */
    static Yaml read(String file, String text) {
        Optional<Node> root;
        try {
            root = new Compose(LoadSettings.builder().setLabel(file).build()).composeString(text);
        } catch (MarkedYamlEngineException e) {
            String where = e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
            throw new BadInput(file + where + ": this is no YAML: " + e.getProblem(), "Mind the indentation: blanks, no tabs.");
        } catch (YamlEngineException e) {
            throw new BadInput(file + ": this is no YAML: " + e.getMessage(), "See: ./lab budget --help");
        }
        return mapping(file, "", root.orElseThrow(() -> new BadInput(file + " is empty", "An example: ./lab budget --example")));
    }

    private static Yaml mapping(String file, String path, Node node) {
        Yaml yaml = new Yaml(file, path, line(node));
        if (!(node instanceof MappingNode mapping))
            throw yaml.bad(yaml.line, (path.isEmpty() ? "the file" : path) + " is no mapping", "Write name: value, a line each.");
        for (NodeTuple entry : mapping.getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key))
                throw yaml.bad(line(entry.getKeyNode()), "a key is no word", "Write name: value.");
            if (yaml.entries.put(key.getValue(), entry.getValueNode()) != null)
                throw yaml.bad(line(key), yaml.at(key.getValue()) + " stands twice", "Remove one of them.");
            yaml.lines.put(key.getValue(), line(key));
        }
        return yaml;
    }

    private static int line(Node node) {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    private String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    BadInput bad(int where, String what, String advice) {
        return new BadInput(file + ":" + where + ": " + what, advice);
    }

    /** The same for the whole mapping. */
    BadInput bad(String what, String advice) {
        return bad(line, what, advice);
    }

    /** @throws BadInput when there is another key */
    void allows(String... known) {
        for (String key : entries.keySet()) {
            if (List.of(known).contains(key)) continue;
            BadInput unknown = BadInput.unknown("key", at(key), Arrays.stream(known).map(this::at).toList());
            throw bad(lines.get(key), unknown.getMessage(), unknown.advice());
        }
    }

    Set<String> keys() {
        return new LinkedHashSet<>(entries.keySet());
    }

    boolean has(String key) {
        return entries.containsKey(key);
    }

    boolean isMapping(String key) {
        return entries.get(key) instanceof MappingNode;
    }

    Yaml in(String key) {
        return mapping(file, at(key), entries.get(key));
    }

    /** A word or a number as it stands there. */
    String text(String key, String standard) {
        Node node = entries.get(key);
        if (node == null) return standard;
        if (node instanceof ScalarNode scalar) return scalar.getValue();
        throw bad(lines.get(key), at(key) + " is no single value", "Write " + key + ": value.");
    }

    int number(String key, int standard, int least) {
        return has(key) ? number(key, least) : standard;
    }

    int number(String key, int least) {
        if (!has(key)) throw bad(line, at(key) + " is missing", "Write " + key + ": and a number.");
        String text = text(key, "");
        if (!text.matches("\\d{1,7}") || Integer.parseInt(text) < least)
            throw bad(lines.get(key), at(key) + " is " + text, "It takes a whole number from " + least + " on.");
        return Integer.parseInt(text);
    }

    int lineOf(String key) {
        return lines.get(key);
    }
}
