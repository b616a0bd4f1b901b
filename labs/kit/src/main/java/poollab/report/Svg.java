package poollab.report;

import java.util.Locale;

/** A drawing that stands alone: title and description for those who cannot see it, light and dark by the reader's system. */
final class Svg {
    /** Colours for lines (c, k), bars (f) and dots (m), told apart by lightness too; d is dashed. */
    private static final String STYLE = """
            <style>
              .b{fill:#ffffff}.t{fill:#1f2328;font:13px system-ui,sans-serif}.s{fill:#59636e;font:11px system-ui,sans-serif}
              .g{stroke:#d1d9e0;stroke-width:1}.l{fill:none;stroke-width:2;stroke-linejoin:round}
              .c0{stroke:#0550ae}.c1{stroke:#1a7f37;stroke-dasharray:7 3}.c2{stroke:#cf222e;stroke-dasharray:2 3}
              .f0{fill:#0550ae}.f1{fill:#1a7f37}.f2{fill:#cf222e}
              .d{stroke-dasharray:6 4}
              .k0{stroke:#0550ae}.k1{stroke:#1a7f37}.k2{stroke:#cf222e}.k3{stroke:#8250df}.k4{stroke:#9a6700}.k5{stroke:#59636e}
              .m0{fill:#0550ae}.m1{fill:#1a7f37}.m2{fill:#cf222e}.m3{fill:#8250df}.m4{fill:#9a6700}.m5{fill:#59636e}
              @media (prefers-color-scheme:dark){
                .b{fill:#0d1117}.t{fill:#f0f6fc}.s{fill:#9198a1}.g{stroke:#3d444d}
                .c0{stroke:#79c0ff}.c1{stroke:#56d364}.c2{stroke:#ff7b72}.f0{fill:#79c0ff}.f1{fill:#56d364}.f2{fill:#ff7b72}
                .k0{stroke:#79c0ff}.k1{stroke:#56d364}.k2{stroke:#ff7b72}.k3{stroke:#d2a8ff}.k4{stroke:#e3b341}.k5{stroke:#9198a1}
                .m0{fill:#79c0ff}.m1{fill:#56d364}.m2{fill:#ff7b72}.m3{fill:#d2a8ff}.m4{fill:#e3b341}.m5{fill:#9198a1}
              }
            </style>
            """;

    private final StringBuilder body = new StringBuilder();
    private final int width;
    private final int height;
    private final String title;
    private final String description;

    Svg(int width, int height, String title, String description) {
        this.width = width;
        this.height = height;
        this.title = title;
        this.description = description;
    }

    void text(double x, double y, String anchor, String style, String text) {
        body.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">%s</text>%n", x, y, anchor,
                style, escape(text)));
    }

    void line(double x1, double y1, double x2, double y2, String style) {
        body.append(String.format(
                Locale.ROOT, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>%n", x1, y1, x2, y2,
                style));
    }

    void bar(double x, double y, double w, double h, String style) {
        body.append(String.format(
                Locale.ROOT, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"/>%n", x, y, w, h,
                style));
    }

    void dot(double x, double y, String style) {
        body.append(String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" class=\"%s\"/>%n", x, y, style));
    }

    void path(String d, String style) {
        body.append("<path d=\"").append(d).append("\" class=\"").append(style).append("\"/>\n");
    }

    @Override
    public String toString() {
        return String.format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                                + " role=\"img\" aria-labelledby=\"t d\">%n<title id=\"t\">%s</title>%n<desc"
                                + " id=\"d\">%s</desc>%n",
                        width, height, width, height, escape(title), escape(description))
                + STYLE
                + String.format("<rect width=\"%d\" height=\"%d\" class=\"b\"/>%n", width, height)
                + body
                + "</svg>\n";
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    /** The smallest of 1, 2, 5 times a power of ten that is not below {@code value}. */
    static double niceCeiling(double value) {
        if (value <= 0) return 1;
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        for (double step : new double[] {1, 2, 5, 10}) if (value <= step * power) return step * power;
        return value;
    }
}
