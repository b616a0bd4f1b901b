package poollab.report;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.text.WordUtils;

/** Breaks text at blanks so that it fits the screen. */
public final class Wrap {
    /** Fewer columns than this are not worth standing behind something. */
    private static final int NARROW = 20;

    private Wrap() {}

    /**
     * The text behind {@code first}, further lines indented to stand below its start. Where that leaves too little
     * room, the text begins on a line of its own.
     */
    public static List<String> hanging(String first, String text, int width) {
        List<String> lines = new ArrayList<>();
        if (width - first.length() < NARROW && !first.isBlank()) {
            lines.add(first.stripTrailing());
            lines.addAll(hanging("    ", text, width));
            return lines;
        }
        int room = Math.max(1, width - first.length());
        String indent = " ".repeat(first.length());
        for (String paragraph : text.split("\n", -1))
            for (String line : WordUtils.wrap(paragraph, room, "\n", false).split("\n", -1))
                lines.add(((lines.isEmpty() ? first : indent) + line).stripTrailing());
        return lines;
    }
}
