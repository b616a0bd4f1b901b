package poollab.pooler.metrics;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/** Prometheus' text format, version 0.0.4, being written. */
final class Exposition {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    enum Type { COUNTER, GAUGE, HISTOGRAM }

    private final StringBuilder text = new StringBuilder(1 << 14);

    static BigDecimal seconds(long micros) {
        return micros == 0 ? BigDecimal.ZERO : BigDecimal.valueOf(micros, 6).stripTrailingZeros();
    }

    /** The samples that follow are of this metric. */
    void metric(String name, Type type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help.replace("\\", "\\\\").replace("\n", "\\n")).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type.name().toLowerCase(Locale.ROOT)).append('\n');
    }

    /** @param values one for each label */
    void sample(String name, List<String> labels, List<String> values, BigDecimal value) {
        text.append(name);
        for (int i = 0; i < labels.size(); i++) {
            text.append(i == 0 ? '{' : ',').append(labels.get(i)).append("=\"");
            escape(values.get(i));
            text.append('"');
        }
        if (!labels.isEmpty()) text.append('}');
        text.append(' ').append(value.toPlainString()).append('\n');
    }

    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '"' -> text.append("\\\"");
                case '\n' -> text.append("\\n");
                default -> text.append(c);
            }
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
