package poollab.course;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** A run of text within a paragraph. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "span")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Span.Words.class, name = "words"),
    @JsonSubTypes.Type(value = Span.Link.class, name = "link"),
    @JsonSubTypes.Type(value = Span.Measured.class, name = "measured"),
    @JsonSubTypes.Type(value = Span.Cited.class, name = "cited")
})
public sealed interface Span {
    /** How words are set. */
    enum Style {
        PLAIN,
        STRONG,
        EMPHASIS,
        CODE;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    record Words(Style style, String text) implements Span {}

    record Link(String text, String url) implements Span {}

    /**
     * A measured figure: the learner's own where there is a run with these settings, else the recorded one.
     *
     * @param figure its id in the record
     * @param run the name of the recorded run
     * @param recorded the value in the recorded run, as text with its unit
     */
    record Measured(String figure, String run, String recorded) implements Span {}

    /**
     * A figure that others published.
     *
     * @param source where, in a few words
     */
    record Cited(String text, String source) implements Span {}
}
