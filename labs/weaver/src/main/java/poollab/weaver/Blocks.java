package poollab.weaver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.asciidoctor.ast.ListItem;
import org.asciidoctor.ast.Row;
import org.asciidoctor.ast.StructuralNode;
import org.asciidoctor.ast.Table;
import poollab.course.Block;
import poollab.course.Span;

/** Weaves blocks: plain ones after their kind, others after their style. */
final class Blocks {
    private final LabSource source;
    private final Spans spans;
    private final Predictions predictions;

    Blocks(LabSource source, Spans spans) {
        this.source = source;
        this.spans = spans;
        this.predictions = new Predictions(source, spans);
    }

    List<Block> of(StructuralNode node) {
        return switch (node.getContext()) {
            case "paragraph", "open", "example" -> styled(node);
            case "admonition" -> admonition(node);
            case "listing", "literal" -> code(node);
            case "ulist", "olist" -> List.of(items(node));
            case "table" -> List.of(grid((Table) node));
            default -> none(node, "a block of the kind '" + node.getContext() + "' is not in the vocabulary");
        };
    }

    private List<Block> styled(StructuralNode node) {
        String style = node.getStyle();
        if (style == null || style.equals(node.getContext())) return plain(node);
        return switch (style) {
            case "predict" -> predictions.of(node).<Block>map(Block.Predict::new).stream().toList();
            case "run" -> run(node);
            case "claim" -> claims(node);
            case "vary" -> List.of(new Block.Vary(settings(node), text(node)));
            case "exercise" -> exercise(node);
            case "incident", "seen" -> List.of(aside(style, node));
            default -> none(node, "unknown block style [" + style + "]");
        };
    }

    private List<Block> plain(StructuralNode node) {
        if (!node.getContext().equals("paragraph"))
            return none(node, "an " + node.getContext() + " block needs a style: [predict], [incident], [seen] …");
        noTitle(node);
        only(node);
        return List.of(new Block.Paragraph(text(node)));
    }

    private List<Block> run(StructuralNode node) {
        noTitle(node);
        List<Span> text = text(node);
        return List.of(new Block.Paragraph(text), new Block.RunIt(settings(node)));
    }

    private List<Block> claims(StructuralNode node) {
        only(node);
        noTitle(node);
        List<Block> claims = new ArrayList<>();
        for (String id : node.getContent().toString().strip().split("\\s+")) {
            if (!source.records().claims().contains(id))
                source.problem(Lines.of(node), id, Names.unknown("claim", id, source.records().claims()));
            claims.add(new Block.ClaimOf(id));
        }
        return claims;
    }

    private List<Block> exercise(StructuralNode node) {
        only(node, "ref");
        String ref = Attributes.of(node).getOrDefault("ref", "");
        if (!ref.matches("\\d\\d/\\d")) source.problem(Lines.of(node), "an exercise has a ref such as 01/1");
        return List.of(new Block.Exercise(ref, text(node)));
    }

    private Block aside(String kind, StructuralNode node) {
        only(node);
        List<Block> inside = new ArrayList<>();
        if (node.getBlocks().isEmpty()) inside.add(new Block.Paragraph(text(node)));
        else for (StructuralNode child : node.getBlocks()) inside.addAll(of(child));
        return new Block.Aside(kind, title(node), inside);
    }

    private List<Block> admonition(StructuralNode node) {
        String kind = node.getStyle().toLowerCase(Locale.ROOT);
        if (!List.of("note", "tip", "warning").contains(kind))
            return none(node, node.getStyle() + " is not in the vocabulary: NOTE, TIP or WARNING");
        return List.of(aside(kind, node));
    }

    private List<Block> code(StructuralNode node) {
        only(node);
        boolean styled = node.getStyle() != null && !List.of("source", "listing", "literal").contains(node.getStyle());
        if (styled) return none(node, "unknown block style [" + node.getStyle() + "]");
        String language = (String) node.getAttribute("language", "text");
        Includes.Listing listing = source.includes().resolve(((org.asciidoctor.ast.Block) node).getSource());
        return List.of(new Block.Code(language, title(node), listing.file(), listing.code()));
    }

    private Block items(StructuralNode node) {
        only(node);
        noTitle(node);
        List<List<Span>> items = new ArrayList<>();
        for (StructuralNode each : node.getBlocks()) {
            ListItem item = (ListItem) each;
            if (!item.getBlocks().isEmpty())
                source.problem(Lines.of(item), "an item of a list is one paragraph, without blocks or lists inside");
            items.add(spans.of(item.getText(), Lines.of(item)));
        }
        return new Block.Items(node.getContext().equals("olist"), items);
    }

    private Block grid(Table table) {
        only(table);
        int line = Lines.of(table);
        if (table.getHeader().size() != 1 || !table.getFooter().isEmpty())
            source.problem(line, "a table has one header row and no footer");
        List<List<Span>> header = table.getHeader().isEmpty() ? List.of() : cells(table.getHeader().getFirst(), line);
        return new Block.Grid(
                title(table), header, table.getBody().stream().map(row -> cells(row, line)).toList());
    }

    private List<List<Span>> cells(Row row, int line) {
        return row.getCells().stream().map(cell -> spans.of(cell.getText(), line)).toList();
    }

    /** The settings by name; some recorded run had just these. */
    private Map<String, String> settings(StructuralNode node) {
        int line = Lines.of(node);
        Records records = source.records();
        Map<String, String> settings = new LinkedHashMap<>(Attributes.of(node));
        boolean known = true;
        for (var setting : settings.entrySet()) {
            String written = setting.getKey() + "=" + setting.getValue();
            String problem = null;
            if (!records.settings().contains(setting.getKey()))
                problem = Names.unknown("setting", setting.getKey(), records.settings());
            else if (!records.values(setting.getKey()).contains(setting.getValue()))
                problem = "no recorded run has " + written + "; recorded: "
                        + String.join(", ", records.values(setting.getKey()));
            if (problem != null) source.problem(line, written, problem);
            known &= problem == null;
        }
        if (known && !records.tried(settings))
            source.problem(line, "no recorded run has just these settings: "
                    + (settings.isEmpty() ? "the defaults" : settings));
        return settings;
    }

    /** The words of a paragraph, or of the one paragraph that an open block holds. */
    private List<Span> text(StructuralNode node) {
        StructuralNode paragraph = node.getBlocks().size() == 1 ? node.getBlocks().getFirst() : node;
        if (!paragraph.getBlocks().isEmpty() || node.getBlocks().size() > 1)
            source.problem(Lines.of(node), "[" + node.getStyle() + "] holds one paragraph");
        return spans.of(String.valueOf(paragraph.getContent()), Lines.of(paragraph));
    }

    private String title(StructuralNode node) {
        return node.getTitle() == null ? null : spans.plain(node.getTitle(), Lines.of(node));
    }

    private void noTitle(StructuralNode node) {
        if (node.getTitle() != null) source.problem(Lines.of(node), "this block shows no title");
    }

    private void only(StructuralNode node, String... names) {
        for (String name : Attributes.of(node).keySet())
            if (Stream.of(names).noneMatch(name::equals))
                source.problem(Lines.of(node), name, "this block has no attribute '" + name + "'");
    }

    private List<Block> none(StructuralNode node, String sentence) {
        source.problem(Lines.of(node), sentence);
        return List.of();
    }
}
