package poollab.weaver;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.asciidoctor.ast.StructuralNode;

/** The named attributes of a block, as far as they are ours and not Asciidoctor's own. */
final class Attributes {
    private static final List<String> ASCIIDOCTORS = List.of(
            "style", "id", "title", "language", "textlabel", "name", "cols", "colcount", "rowcount", "tablepcwidth",
            "header-option", "options", "attribute_entries");

    private Attributes() {}

    static Map<String, String> of(StructuralNode node) {
        Map<String, String> named = new TreeMap<>();
        node.getAttributes().forEach((key, value) -> {
            if (!ASCIIDOCTORS.contains(key) && !key.matches("\\d+")) named.put(key, String.valueOf(value));
        });
        return named;
    }
}
