package poollab.weaver;

import java.util.HashMap;
import java.util.Map;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Attributes;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import org.asciidoctor.ast.Document;
import org.asciidoctor.ast.PhraseNode;
import org.asciidoctor.ast.StructuralNode;
import org.asciidoctor.extension.InlineMacroProcessor;
import org.asciidoctor.log.LogRecord;
import org.asciidoctor.log.Severity;

/** Asciidoctor with a lab's inline macros, and stricter. Starting it takes seconds: use one for all texts. */
final class Asciidoc implements AutoCloseable {
    /** Between the two parts of a macro in its HTML. No text has it. */
    static final String PARTS = "\u001f";

    private static final Pattern TWICE = Pattern.compile("id assigned to (.+) already in use: (\\S+)");
    private static final Pattern MISSING = Pattern.compile("missing attribute: (\\S+)");

    // Held on to, because the logging of the JDK forgets what nobody holds.
    private static final Logger OWN_LOG = Logger.getLogger("asciidoctor");

    private final Asciidoctor asciidoctor;
    private LabSource source;

    Asciidoc() {
        OWN_LOG.setUseParentHandlers(false);
        asciidoctor = Asciidoctor.Factory.create();
        asciidoctor.registerLogHandler(this::logged);
        asciidoctor.javaExtensionRegistry()
                .inlineMacro(new Reference("measured"))
                .inlineMacro(new Reference("cited"));
    }

    /** Parses a text. Its inline text is converted only when it is asked for: before the next call. */
    Document load(LabSource text) {
        source = text;
        return asciidoctor.load(
                text.text(),
                Options.builder()
                        .safe(SafeMode.SAFE)
                        .sourcemap(true)
                        .attributes(Attributes.builder()
                                .attribute("sectids!", "")
                                .attribute("attribute-missing", "warn")
                                .build())
                        .build());
    }

    /** What Asciidoctor only warns about is an error here: a text with a hole in it must not reach a learner. */
    private void logged(LogRecord record) {
        if (record.getSeverity().compareTo(Severity.WARN) < 0) return;
        String message = record.getMessage();
        int line = record.getCursor() == null ? 1 : record.getCursor().getLineNumber();
        Matcher twice = TWICE.matcher(message);
        Matcher missing = MISSING.matcher(message);
        if (twice.find())
            source.problem(line, "the " + twice.group(1) + " id '" + twice.group(2) + "' is already in use");
        else if (missing.find())
            source.problem(line, "{" + missing.group(1) + "}", "there is no attribute {" + missing.group(1) + "}");
        else source.problem(line, message);
    }

    @Override
    public void close() {
        asciidoctor.close();
    }

    /** {@code measured:figure[run]} and {@code cited:source[text]}, as an element that {@link Spans} understands. */
    private static final class Reference extends InlineMacroProcessor {
        Reference(String name) {
            super(name, new HashMap<>(Map.of("content_model", ":raw")));
        }

        @Override
        public PhraseNode process(StructuralNode parent, String target, Map<String, Object> attributes) {
            String both = target + PARTS + attributes.get("text");
            return createPhraseNode(parent, "quoted", both, Map.of("role", getName()), new HashMap<>());
        }
    }
}
