package poollab.pooler.blackbox;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prometheus' text format 0.0.4, read by a reader that forgives nothing. */
final class PrometheusText {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") ((?:[^\\\\]|\\\\[\\\\n])+)");
    private static final Pattern TYPE = Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|histogram)");
    private static final Pattern SAMPLE = Pattern.compile("(" + NAME + ")(?:\\{(.*)\\})? (-?[0-9.]+|NaN)");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]|\\\\[\\\\\"n])*)\"(,(?=[a-zA-Z_])|$)");

    private final Map<String, Double> series = new LinkedHashMap<>();
    private final Map<String, String> types = new LinkedHashMap<>();
    private String current = "";

    private PrometheusText() {}

    static PrometheusText read(String text) {
        if (!text.endsWith("\n")) throw new AssertionError("the last line has no end");
        PrometheusText read = new PrometheusText();
        for (String line : text.substring(0, text.length() - 1).split("\n", -1)) read.line(line);
        return read;
    }

    /** Name and labels in the order of their names, one text for each series. */
    static String key(String name, Map<String, String> labels) {
        return name + new TreeMap<>(labels);
    }

    Map<String, Double> series() {
        return series;
    }

    Map<String, String> types() {
        return types;
    }

    double value(String name, String... labels) {
        Map<String, String> named = new HashMap<>();
        for (int i = 0; i < labels.length; i += 2) named.put(labels[i], labels[i + 1]);
        Double value = series.get(key(name, named));
        if (value == null) throw new AssertionError("no " + key(name, named) + " in " + series.keySet().stream().filter(each -> each.startsWith(name)).toList());
        return value;
    }

    private void line(String line) {
        Matcher help = HELP.matcher(line);
        Matcher type = TYPE.matcher(line);
        Matcher sample = SAMPLE.matcher(line);
        if (help.matches()) {
            current = help.group(1);
            if (types.putIfAbsent(current, "untold") != null) throw new AssertionError("twice: " + line);
        } else if (type.matches()) {
            if (!type.group(1).equals(current) || !types.replace(current, "untold", type.group(2))) throw new AssertionError("not after its HELP: " + line);
        } else if (sample.matches()) sample(sample, line);
        else throw new AssertionError("cannot be read: " + line);
    }

    private void sample(Matcher sample, String line) {
        String name = sample.group(1);
        boolean histogram = types.getOrDefault(current, "").equals("histogram");
        boolean own = histogram ? List.of(current + "_bucket", current + "_sum", current + "_count").contains(name) : name.equals(current);
        if (!own) throw new AssertionError("not of " + current + ": " + line);
        Map<String, String> labels = sample.group(2) == null ? Map.of() : labels(sample.group(2), line);
        if (series.put(key(name, labels), Double.valueOf(sample.group(3))) != null) throw new AssertionError("twice: " + line);
    }

    private static Map<String, String> labels(String text, String line) {
        Map<String, String> labels = new HashMap<>();
        Matcher label = LABEL.matcher(text);
        int at = 0;
        for (; label.find(at) && label.start() == at && at < text.length(); at = label.end()) {
            String value = label.group(2).replace("\\\\", "\0").replace("\\n", "\n").replace("\\\"", "\"").replace("\0", "\\");
            if (labels.put(label.group(1), value) != null) throw new AssertionError("a label twice: " + line);
        }
        if (at != text.length()) throw new AssertionError("labels cannot be read: " + line);
        return labels;
    }
}
