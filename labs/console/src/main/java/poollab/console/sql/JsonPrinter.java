package poollab.console.sql;

import java.io.PrintStream;
import java.util.List;
import tools.jackson.core.io.JsonStringEncoder;

/** An array of objects, one a line; numbers and truth values as such, NULL as null. */
final class JsonPrinter implements RowPrinter {
    private final PrintStream out;
    private List<Heading> headings;
    private boolean first = true;

    JsonPrinter(PrintStream out) {
        this.out = out;
    }

    @Override
    public void head(List<Heading> headings) {
        this.headings = headings;
        out.print("[");
    }

    @Override
    public void row(List<String> values) {
        StringBuilder line = new StringBuilder(first ? "\n  {" : ",\n  {");
        first = false;
        for (int i = 0; i < values.size(); i++) {
            Heading heading = headings.get(i);
            line.append(i == 0 ? "" : ", ").append(text(heading.name())).append(": ");
            line.append(value(heading, values.get(i)));
        }
        out.print(line.append('}'));
    }

    private static String value(Heading heading, String value) {
        if (value == null) return "null";
        if (heading.truth()) return value.equals("t") ? "true" : "false";
        // NaN and Infinity are numbers to the server, not to JSON.
        return heading.number() && value.matches("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?") ? value : text(value);
    }

    private static String text(String value) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(value)) + '"';
    }

    @Override
    public void foot(long rows) {
        out.println(rows == 0 ? "]" : "\n]");
    }
}
