package poollab.weaver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import poollab.bench.Observation.Figure;
import poollab.bench.Run;
import poollab.course.Span;
import poollab.course.Span.Style;

/** Turns the inline HTML of a block into spans, and refuses measured figures without a source. */
final class Spans {
    private static final String UNITS =
            "(?:[µm]?s|milliseconds?|seconds?|minutes?|hours?|percent|times|[kKMGT]i?B|bytes|x)(?![\\p{L}\\d])"
                    + "|/s|[×%]";

    /** A number with a unit, with decimals, or with grouped thousands. */
    private static final Pattern FIGURE = Pattern.compile(
            "(?<![\\p{L}\\d.,])(?:\\d+(?:[.,]\\d+)*[ \\u00a0-]?(?:" + UNITS + ")|\\d+(?:[.,]\\d+)+)");

    /** In the place of what has its source, when the rest is searched. */
    private static final char SOURCED = '\ufffc';

    private final LabSource source;
    private final Sources cited;

    Spans(LabSource source, Sources cited) {
        this.source = source;
        this.cited = cited;
    }

    /** @param line where the text begins */
    List<Span> of(String html, int line) {
        List<Span> spans = new ArrayList<>();
        for (Node node : Jsoup.parseBodyFragment(html.strip()).body().childNodes())
            of(node, line).ifPresent(spans::add);
        refuseBareFigures(spans, line);
        return spans;
    }

    /** The text alone, for headings. */
    String plain(String html, int line) {
        StringBuilder plain = new StringBuilder();
        for (Span span : of(html, line))
            plain.append(switch (span) {
                case Span.Words words -> words.text();
                case Span.Link link -> link.text();
                case Span.Measured measured -> measured.recorded();
                case Span.Cited cite -> cite.text();
            });
        return plain.toString();
    }

    private Optional<Span> of(Node node, int line) {
        if (node instanceof TextNode text) return Optional.of(new Span.Words(Style.PLAIN, clean(text.getWholeText())));
        if (!(node instanceof Element element)) return Optional.empty();
        String text = clean(element.wholeText());
        boolean flat = element.children().isEmpty();
        return switch (element.normalName()) {
            case "strong" -> words(Style.STRONG, text, flat, line);
            case "em" -> words(Style.EMPHASIS, text, flat, line);
            case "code" -> words(Style.CODE, text, flat, line);
            case "a" -> link(text, element.attr("href"), line);
            case "span" -> reference(element, line);
            default -> not(line, text, "<" + element.normalName() + "> is not in the vocabulary");
        };
    }

    private Optional<Span> words(Style style, String text, boolean flat, int line) {
        if (!flat) return not(line, text, "one style inside another is not in the vocabulary: " + text);
        return Optional.of(new Span.Words(style, text));
    }

    private Optional<Span> link(String text, String url, int line) {
        if (!url.startsWith("https://")) return not(line, url, "a link goes to an https address, not to " + url);
        return Optional.of(new Span.Link(text, url));
    }

    private Optional<Span> reference(Element element, int line) {
        String[] parts = element.wholeText().split(Asciidoc.PARTS, 2);
        return switch (element.className()) {
            case "measured" -> measured(parts[0], parts[1], line);
            case "cited" -> cited.named(parts[0])
                    .<Optional<Span>>map(where -> Optional.of(new Span.Cited(clean(parts[1]), where)))
                    .orElseGet(() -> not(line, "cited:" + parts[0], "unknown source '" + parts[0]
                            + "': say it in the header, :source-" + parts[0] + ": …"));
            default -> not(line, element.text(), "the role '" + element.className() + "' is not in the vocabulary");
        };
    }

    private Optional<Span> measured(String figure, String name, int line) {
        String written = "measured:" + figure + "[" + name + "]";
        Optional<Run> run = source.records().run(name);
        if (run.isEmpty())
            return not(line, written, Names.unknown("recorded run", name, source.records().names()));
        Optional<Figure> found = run.get().figure(figure);
        if (found.isEmpty())
            return not(line, written, Names.unknown("figure", figure, Records.figures(run.get()))
                    + " (in the run '" + name + "')");
        return Optional.of(new Span.Measured(figure, name, found.get().formatted()));
    }

    private void refuseBareFigures(List<Span> spans, int line) {
        StringBuilder prose = new StringBuilder();
        for (Span span : spans)
            prose.append(switch (span) {
                case Span.Words words when words.style() != Style.CODE -> words.text();
                case Span.Link link -> link.text();
                case Span.Words _, Span.Measured _, Span.Cited _ -> SOURCED;
            });
        Matcher bare = FIGURE.matcher(prose);
        while (bare.find())
            source.problem(line, bare.group(), "figure without a source: '" + bare.group()
                    + "' (bind it with measured: or cited:, or set it as code when it is a setting)");
    }

    private Optional<Span> not(int line, String token, String sentence) {
        source.problem(line, token, sentence);
        return Optional.empty();
    }

    /** One blank for each run of white space; Asciidoctor's thin and zero-width ones are for print. */
    private static String clean(String text) {
        return text.replace("\u200b", "").replace('\u2009', ' ').replaceAll("\\s+", " ");
    }
}
