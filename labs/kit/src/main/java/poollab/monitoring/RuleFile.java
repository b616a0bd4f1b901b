package poollab.monitoring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import poollab.bench.BadInput;

/** Alert rules in Prometheus' own format. */
public final class RuleFile {
    private static final List<String> KEYS = List.of("alert", "expr", "for", "labels", "annotations");

    private final String file;
    private final double speed;

    private RuleFile(String file, double speed) {
        this.file = file;
        this.speed = speed;
    }

    /**
     * @param file its name, for complaints
     * @param speed how many times faster than the wall's the rules' clock runs: {@code for: 1m} is 1 s at 60
     * @throws BadInput when it is no such file, or a rule needs more of PromQL than there is here
     */
    public static List<AlertRule> read(String file, String text, double speed) {
        Object root;
        try {
            root = new Load(LoadSettings.builder().setLabel(file).build()).loadFromString(text);
        } catch (YamlEngineException e) {
            throw new BadInput(file + " is no YAML: " + e.getMessage(), "Mind the indentation: blanks, no tabs.");
        }
        return new RuleFile(file, speed).rules(root);
    }

    private List<AlertRule> rules(Object root) {
        List<AlertRule> rules = new ArrayList<>();
        for (Object group : list(mapping(root, "the file").get("groups"), "groups")) {
            Map<String, Object> fields = mapping(group, "a group");
            String where = "group " + fields.get("name");
            for (Object rule : list(fields.get("rules"), where + ": rules"))
                rules.add(rule(mapping(rule, where + ": a rule"), where));
        }
        return rules;
    }

    private AlertRule rule(Map<String, Object> fields, String where) {
        if (!(fields.get("alert") instanceof String name)) throw bad(where + ": a rule has no alert's name");
        for (String key : fields.keySet()) if (!KEYS.contains(key)) throw bad(where + ": alert " + name + " has a key " + key);
        if (!fields.containsKey("expr")) throw bad(where + ": alert " + name + " has no expr");
        String text = fields.get("expr").toString().strip();
        try {
            return new AlertRule(
                    name, text, PromQl.parse(text, speed), holds(fields, name), texts(fields, "labels"),
                    texts(fields, "annotations"));
        } catch (BadInput e) {
            throw new BadInput(file + ": alert " + name + ": " + e.getMessage(), e.advice());
        }
    }

    private Duration holds(Map<String, Object> fields, String name) {
        String text = fields.getOrDefault("for", "0s").toString();
        if (!text.matches("(\\d+(ms|[smhdwy]))+")) throw new BadInput("for: " + text + " is no time", "Write for: 1m, or 30s.");
        return PromQl.scaled(PromQl.duration(text), speed);
    }

    private Map<String, String> texts(Map<String, Object> fields, String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (fields.containsKey(key)) mapping(fields.get(key), key).forEach((name, value) -> texts.put(name, value.toString()));
        return texts;
    }

    private Map<String, Object> mapping(Object value, String what) {
        if (!(value instanceof Map<?, ?> map)) throw bad(what + " is no mapping");
        Map<String, Object> fields = new LinkedHashMap<>();
        map.forEach((key, field) -> fields.put(String.valueOf(key), field));
        return fields;
    }

    private List<?> list(Object value, String what) {
        if (value instanceof List<?> list) return list;
        throw bad(what + " is no list");
    }

    private BadInput bad(String what) {
        return new BadInput(file + ": " + what, "Known keys of a rule: " + String.join(", ", KEYS) + ".");
    }
}
