package poollab.weaver;

import java.util.Optional;
import org.asciidoctor.ast.Document;

/** What a text cites: header attributes {@code :source-NAME: where, in a few words}. */
final class Sources {
    private final Document document;

    Sources(Document document) {
        this.document = document;
    }

    Optional<String> named(String name) {
        return Optional.ofNullable(document.getAttribute("source-" + name)).map(Object::toString);
    }
}
