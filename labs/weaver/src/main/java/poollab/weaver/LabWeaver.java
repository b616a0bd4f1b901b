package poollab.weaver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asciidoctor.ast.Document;
import org.asciidoctor.ast.Section;
import org.asciidoctor.ast.StructuralNode;
import poollab.bench.Run;
import poollab.course.Block;
import poollab.course.LabText;
import poollab.course.Step;

/** Weaves one text: its header and its steps. What is wrong is written down in the source; the weaving goes on. */
final class LabWeaver {
    /** Whoever has five minutes reads the steps of the short path. */
    private static final int BRIEF_MINUTES = 5;

    private final LabSource source;
    private final Spans spans;
    private final Blocks blocks;
    private final Document document;

    private LabWeaver(LabSource source, Document document) {
        this.source = source;
        this.document = document;
        this.spans = new Spans(source, new Sources(document));
        this.blocks = new Blocks(source, spans);
    }

    /** The woven text; to be used only when the source then has no problems. */
    static LabText weave(LabSource source, Asciidoc asciidoc) {
        return new LabWeaver(source, asciidoc.load(source)).text();
    }

    private LabText text() {
        String number = header("lab");
        String question = header("question");
        if (document.getDoctitle() == null) source.problem(1, "the text begins with a title: = Words");
        if (source.records().runs().isEmpty())
            source.problem(1, "there are no recorded runs: keep some in " + Records.FOLDER + "/ beside the text");
        for (Run run : source.records().runs())
            if (!run.lab().equals(number) || !run.name().equals(name()))
                source.problem(1, ":lab:", "this is lab " + number + " " + name() + ", but a run of lab "
                        + run.lab() + " " + run.name() + " is recorded beside it");
        List<Step> steps = new ArrayList<>();
        for (StructuralNode node : document.getBlocks())
            if (node instanceof Section section) steps.add(step(section));
            else source.problem(Lines.of(node), "text before the first step");
        if (steps.stream().noneMatch(Step::brief)) source.problem(1, "no step belongs to the five-minute path");
        int brief = steps.stream().filter(Step::brief).mapToInt(Step::minutes).sum();
        if (brief > BRIEF_MINUTES) source.problem(1, "the five-minute path takes " + brief + " minutes");
        String title = document.getDoctitle() == null ? "" : spans.plain(document.getDoctitle(), 1);
        return new LabText(number, name(), title, question, steps);
    }

    /** The folder's. It is a Java package and has no hyphens; the name has them where the recorded runs do. */
    private String name() {
        return source.records().runs().stream()
                .map(Run::name)
                .filter(name -> name.replace("-", "").equals(source.folder()))
                .findFirst()
                .orElse(source.folder());
    }

    private String header(String name) {
        Object value = document.getAttribute(name);
        if (value == null) source.problem(1, "the header has no :" + name + ":");
        return value == null ? "" : value.toString();
    }

    private Step step(Section section) {
        int line = Lines.of(section);
        Map<String, String> attributes = Attributes.of(section);
        if (section.getId() == null) source.problem(line, "the step has no id: [#id,minutes=…] above its heading");
        int minutes = minutes(attributes.remove("minutes"), line);
        String brief = attributes.remove("brief");
        if (brief != null && !brief.equals("true"))
            source.problem(line, "brief", "brief is true or left out, not " + brief);
        attributes.keySet().forEach(name -> source.problem(line, name, "a step has no attribute '" + name + "'"));
        List<Block> content = new ArrayList<>();
        for (StructuralNode node : section.getBlocks()) content.addAll(blocks.of(node));
        if (content.isEmpty()) source.problem(line, "the step is empty");
        String title = spans.plain(section.getTitle(), line);
        return new Step(section.getId() == null ? "" : section.getId(), title, minutes, brief != null, content);
    }

    private int minutes(String given, int line) {
        if (given != null && given.matches("[1-9]\\d?")) return Integer.parseInt(given);
        if (given == null) source.problem(line, "the step does not say how many minutes it takes: [#id,minutes=…]");
        else source.problem(line, "minutes", "minutes is a whole number from 1 to 99, not " + given);
        return 0;
    }
}
