package poollab.weaver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.asciidoctor.ast.DescriptionList;
import org.asciidoctor.ast.DescriptionListEntry;
import org.asciidoctor.ast.StructuralNode;
import poollab.course.Prediction;
import poollab.course.Span;

/** Weaves the questions put before a run: a choice has a list, a number has a figure, free text has a claim alone. */
final class Predictions {
    /** In the place of a claim: an answer that no run gives. */
    private static final String NO_CLAIM = "-";

    private final LabSource source;
    private final Spans spans;
    private final Set<String> ids = new HashSet<>();

    Predictions(LabSource source, Spans spans) {
        this.source = source;
        this.spans = spans;
    }

    Optional<Prediction> of(StructuralNode node) {
        int line = Lines.of(node);
        if (node.getId() == null) return none(line, "the prediction has no id: [predict#id]");
        if (!ids.add(node.getId())) return none(line, "the prediction id '" + node.getId() + "' is already in use");
        if (node.getTitle() != null) return none(line, "this block shows no title");
        Map<String, String> attributes = Attributes.of(node);
        Optional<String> figure = Optional.ofNullable(attributes.remove("figure"));
        Optional<String> tolerance = Optional.ofNullable(attributes.remove("tolerance"));
        Optional<String> claim = Optional.ofNullable(attributes.remove("claim"));
        for (String name : attributes.keySet())
            source.problem(line, name, "a prediction has no attribute '" + name + "'");
        List<StructuralNode> parts = node.getBlocks().isEmpty() ? List.of(node) : node.getBlocks();
        if (!parts.getFirst().getContext().equals("paragraph")) return none(line, "the prediction asks no question");
        List<Span> question = spans.of(parts.getFirst().getContent().toString(), Lines.of(parts.getFirst()));
        if (parts.size() == 2 && parts.get(1) instanceof DescriptionList list && figure.isEmpty() && claim.isEmpty())
            return Optional.of(new Prediction.Choice(node.getId(), question, options(list)));
        if (parts.size() > 1)
            return none(line, "a prediction is a question, and a list of answers when it is a choice");
        if (figure.isPresent() && claim.isEmpty())
            return Optional.of(number(node.getId(), question, figure.get(), tolerance.orElse(""), line));
        if (claim.isEmpty() || figure.isPresent() || tolerance.isPresent())
            return none(line, "a prediction has a list of answers, or figure= and tolerance=, or claim=");
        return Optional.of(new Prediction.Free(node.getId(), question, known(claim.get(), line)));
    }

    private List<Prediction.Option> options(DescriptionList list) {
        List<Prediction.Option> options = new ArrayList<>();
        for (DescriptionListEntry entry : list.getItems()) {
            String claim = entry.getTerms().getFirst().getSource();
            int line = Lines.of(entry.getTerms().getFirst());
            String text = entry.getDescription() == null ? "" : entry.getDescription().getText();
            if (text.isBlank()) source.problem(line, "the answer has no text");
            options.add(new Prediction.Option(
                    spans.of(text, line), claim.equals(NO_CLAIM) ? null : known(claim, line)));
        }
        long right = options.stream().filter(option -> option.claim() != null).count();
        if (options.size() < 2 || right == 0)
            source.problem(Lines.of(list), "a choice has two answers or more, and at least one that a run can give");
        return options;
    }

    private Prediction number(String id, List<Span> question, String figure, String tolerance, int line) {
        if (!source.records().figures().contains(figure))
            source.problem(line, figure, Names.unknown("figure", figure, source.records().figures()));
        boolean good = tolerance.matches("0|[01]\\.\\d+|1");
        if (!good) source.problem(line, "a number has a tolerance: 0 means exactly, 0.2 within a fifth");
        return new Prediction.Number(id, question, figure, good ? Double.parseDouble(tolerance) : 0);
    }

    private String known(String claim, int line) {
        if (!source.records().claims().contains(claim))
            source.problem(line, claim, Names.unknown("claim", claim, source.records().claims()));
        return claim;
    }

    private Optional<Prediction> none(int line, String sentence) {
        source.problem(line, sentence);
        return Optional.empty();
    }
}
