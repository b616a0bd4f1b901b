package poollab.monitoring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import poollab.bench.BadInput;

/** Prometheus' text format for metrics, version 0.0.4. */
public final class TextFormat {
    private static final Pattern LINE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)[ \t]*(?:\\{(.*)})?[ \t]+(\\S+)(?:[ \t]+-?\\d+)?[ \t]*");
    private static final Pattern LABEL =
            Pattern.compile("[ \t]*([a-zA-Z_][a-zA-Z0-9_]*)[ \t]*=[ \t]*\"((?:[^\"\\\\]|\\\\.)*)\"[ \t]*(?:,|$)");

    private TextFormat() {}

    /**
     * @return the samples in their order; time stamps, which hardly anybody sends, are left out
     * @throws BadInput with the line that is none of this format
     */
    public static List<Sample> read(String text) {
        List<Sample> samples = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) continue;
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) throw bad(number, line);
            try {
                Labels labels = matcher.group(2) == null ? Labels.NONE : labels(matcher.group(2));
                samples.add(new Sample(matcher.group(1), labels, value(matcher.group(3))));
            } catch (IllegalArgumentException e) {
                throw bad(number, line);
            }
        }
        return samples;
    }

    private static BadInput bad(int number, String line) {
        return new BadInput("metrics, line " + number + ": " + line, "A line is: name{label=\"value\"} number");
    }

    private static Labels labels(String text) {
        Map<String, String> labels = new HashMap<>();
        Matcher matcher = LABEL.matcher(text);
        int end = 0;
        while (end < text.length()) {
            if (!matcher.find(end) || matcher.start() != end) throw new IllegalArgumentException(text);
            labels.put(matcher.group(1), unescaped(matcher.group(2)));
            end = matcher.end();
        }
        return new Labels(labels);
    }

    private static String unescaped(String text) {
        return Pattern.compile("\\\\(.)").matcher(text).replaceAll(escape ->
                Matcher.quoteReplacement(escape.group(1).equals("n") ? "\n" : escape.group(1)));
    }

    static double value(String text) {
        return switch (text) {
            case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            case "NaN" -> Double.NaN;
            default -> Double.parseDouble(text);
        };
    }
}
