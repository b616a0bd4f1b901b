package poollab.monitoring;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A series' labels without its name. A label with an empty value is the same as none. */
public record Labels(Map<String, String> values) {
    public static final Labels NONE = new Labels(Map.of());

    public Labels {
        Map<String, String> sorted = new TreeMap<>(values);
        sorted.values().removeIf(String::isEmpty);
        values = Collections.unmodifiableMap(sorted);
    }

    /** @param namesAndValues by turns */
    public static Labels of(String... namesAndValues) {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) values.put(namesAndValues[i], namesAndValues[i + 1]);
        return new Labels(values);
    }

    /** Empty where there is no such label. */
    public String get(String name) {
        return values.getOrDefault(name, "");
    }

    /** Those of these names. */
    public Labels only(Collection<String> names) {
        Map<String, String> kept = new TreeMap<>(values);
        kept.keySet().retainAll(names);
        return new Labels(kept);
    }

    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
