package poollab.console.sql;

import java.io.PrintStream;
import poollab.report.Ink;

/** How rows are shown. */
public enum Format {
    /** A table, or vertical where that would be wider than the screen. */
    AUTO,
    TABLE,
    VERTICAL,
    CSV,
    JSON,
    MARKDOWN;

    RowPrinter printer(PrintStream out, Ink ink, int columns) {
        return switch (this) {
            case AUTO -> new TablePrinter(out, ink, columns);
            case TABLE -> new TablePrinter(out, ink, Integer.MAX_VALUE);
            case VERTICAL -> new VerticalPrinter(out, ink);
            case CSV -> new CsvPrinter(out);
            case JSON -> new JsonPrinter(out);
            case MARKDOWN -> new MarkdownPrinter(out);
        };
    }

    /** Whether it is for people: only then the number of rows and the time stand below. */
    boolean forPeople() {
        return this == AUTO || this == TABLE || this == VERTICAL;
    }
}
