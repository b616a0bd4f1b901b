package poollab.console.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Draws what a terminal shows as SVG: {@code tmux capture-pane -e -p > screen.txt}, then
 * {@code java ScreenPicture.java screen.txt console.svg}. {@code docs/picture.sh} does both with a real session.
 */
final class ScreenPicture {
    private static final Pattern STYLE = Pattern.compile("\u001b\\[([0-9;]*)m");
    private static final int ROW = 18;
    private static final double COLUMN = 8.43;
    private static final String HEAD = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" xml:space="preserve" aria-labelledby="t d">
            <title id="t">The console of Pool Lab</title>
            <desc id="d">%3$s</desc>
            <style>
              .b{fill:#fff;stroke:#d1d9e0}text{fill:#1f2328;font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}
              .s{font-weight:bold}.d{fill:#59636e}.g{fill:#1a7f37}.r{fill:#cf222e}.y{fill:#9a6700}
              @media(prefers-color-scheme:dark){.b{fill:#0d1117;stroke:#3d444d}text{fill:#f0f6fc}
              .d{fill:#9198a1}.g{fill:#3fb950}.r{fill:#f85149}.y{fill:#d29922}}
            </style>
            <rect class="b" x=".5" y=".5" width="%4$d" height="%5$d" rx="8"/>
            """;
    private static final String DESCRIPTION = "A run of lab 01 at 80 columns: five requests get a connection each, the sixth"
            + " waits. Below, the pool has five connections in use and one request waiting, while the server has five idle"
            + " sessions.";

    private final StringBuilder svg = new StringBuilder();
    private boolean strong;
    private char colour;

    private ScreenPicture() {}

    public static void main(String[] files) throws Exception {
        List<String> lines = Files.readString(Path.of(files[0])).stripTrailing().lines().toList();
        Files.writeString(Path.of(files[1]), new ScreenPicture().draw(lines));
    }

    private String draw(List<String> lines) {
        int width = (int) (80 * COLUMN) + 32;
        int height = lines.size() * ROW + 28;
        svg.append(String.format(HEAD, width, height, DESCRIPTION, width - 1, height - 1));
        for (int i = 0; i < lines.size(); i++) line(lines.get(i), 26 + i * ROW);
        return svg.append("</svg>\n").toString();
    }

    private void line(String line, int y) {
        Matcher style = STYLE.matcher(line);
        int from = 0;
        int column = 0;
        while (style.find()) {
            column = piece(line.substring(from, style.start()), column, y);
            for (String code : style.group(1).split(";")) apply(code);
            from = style.end();
        }
        piece(line.substring(from), column, y);
    }

    private void apply(String code) {
        switch (code) {
            case "", "0" -> {
                strong = false;
                colour = 0;
            }
            case "1" -> strong = true;
            case "2" -> colour = 'd';
            case "31" -> colour = 'r';
            case "32" -> colour = 'g';
            case "33" -> colour = 'y';
            case "39" -> colour = colour == 'd' ? 'd' : 0;
            default -> {}
        }
    }

    /** Its length is fixed: columns stay columns in whatever font a reader has. */
    private int piece(String text, int column, int y) {
        String bare = text.stripLeading();
        int start = column + text.length() - bare.length();
        if (!bare.isBlank()) {
            String shown = bare.stripTrailing();
            String classes = ((strong ? "s " : "") + (colour == 0 ? "" : colour)).strip();
            svg.append(String.format(java.util.Locale.ROOT, "<text x=\"%.1f\" y=\"%d\" textLength=\"%.1f\"%s>%s</text>\n",
                    16 + start * COLUMN, y, shown.length() * COLUMN, classes.isEmpty() ? "" : " class=\"" + classes + "\"",
                    shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
        }
        return column + text.length();
    }
}
