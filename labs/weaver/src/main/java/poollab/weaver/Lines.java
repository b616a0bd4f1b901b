package poollab.weaver;

import org.asciidoctor.ast.StructuralNode;

/** Where blocks stand. */
final class Lines {
    private Lines() {}

    /** The line where the block begins; its parent's when Asciidoctor kept none. */
    static int of(StructuralNode node) {
        if (node.getSourceLocation() != null) return node.getSourceLocation().getLineNumber();
        return node.getParent() instanceof StructuralNode parent && parent != node ? of(parent) : 1;
    }
}
