package poollab.course;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** A question put before the run, and how the run answers it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Prediction.Choice.class, name = "choice"),
    @JsonSubTypes.Type(value = Prediction.Number.class, name = "number"),
    @JsonSubTypes.Type(value = Prediction.Free.class, name = "text")
})
public sealed interface Prediction {
    /** Unique within the lab. */
    String id();

    List<Span> question();

    /** Several answers to choose from. */
    record Choice(String id, List<Span> question, List<Option> options) implements Prediction {
        public Choice {
            question = List.copyOf(question);
            options = List.copyOf(options);
        }
    }

    /**
     * @param claim the claim that holds when this is what happened; null for an answer that no run gives
     */
    record Option(List<Span> text, String claim) {
        public Option {
            text = List.copyOf(text);
        }
    }

    /**
     * A number, compared with a figure of the run.
     *
     * @param figure the figure's id
     * @param tolerance relative, 0.2 means within a fifth; 0 means exactly
     */
    record Number(String id, List<Span> question, String figure, double tolerance) implements Prediction {
        public Number {
            question = List.copyOf(question);
        }
    }

    /** Free text: kept and shown again beside the claim that answers it, not judged. */
    record Free(String id, List<Span> question, String claim) implements Prediction {
        public Free {
            question = List.copyOf(question);
        }
    }
}
